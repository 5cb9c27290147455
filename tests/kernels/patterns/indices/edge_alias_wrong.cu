// A pointer one cell into the array that is written as well.
//% races: racy

//@ requires gridDim.x == 1 && blockDim.x <= 64;
__global__ void f(int *a) {
    __shared__ int s[128];
    int *p = s + 1;
    int t = threadIdx.x;
    s[t] = t; //~ error: race
    p[t] = t; //~ error: race
    __syncthreads();
    a[t] = s[t];
}
