// Division rounds to zero: two threads on either side of it meet.
//% races: racy

//@ requires gridDim.x == 1 && blockDim.x >= 4;
__global__ void f(int *a) {
    int i = (int)threadIdx.x - 2;
    a[i / 2 + 5] = 1; //~ error: race
}
