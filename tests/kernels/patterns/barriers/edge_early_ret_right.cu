// Nobody returns, as there are enough elements.
//% races: race-free

//@ requires n >= blockDim.x && gridDim.x == 1;
__global__ void f(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t >= n) return;
    s[t] = a[t];
    __syncthreads();
    a[t] = s[blockDim.x - 1 - t];
}
