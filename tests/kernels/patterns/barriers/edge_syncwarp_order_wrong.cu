// __syncwarp before and after, and not between.
//% races: racy

//@ requires gridDim.x == 1 && blockDim.x == 32;
__global__ void f(int *a) {
    __shared__ int s[32];
    int t = threadIdx.x;
    __syncwarp();
    s[t] = t; //~ error: race
    a[t] = s[31 - t]; //~ error: race
    __syncwarp();
}
