// A pointer to the second half of an array.
//% races: race-free

//@ requires gridDim.x == 1 && blockDim.x <= 64;
__global__ void f(int *a) {
    __shared__ int s[128];
    int *p = s + 64;
    int t = threadIdx.x;
    s[t] = t;
    p[t] = t;
    __syncthreads();
    a[t] = s[t] + p[63 - t];
}
