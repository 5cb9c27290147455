// The mask is a variable that holds a constant.
//% races: race-free

//@ requires gridDim.x == 1 && blockDim.x == 32;
__global__ void f(int *a) {
    __shared__ int s[32];
    int t = threadIdx.x;
    unsigned m = 0xffffffffu;
    s[t] = t;
    __syncwarp(m);
    a[t] = s[31 - t];
}
