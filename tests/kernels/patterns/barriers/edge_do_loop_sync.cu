// A barrier in a loop that has a round at least.
//% races: race-free

//@ requires gridDim.x == 1;
__global__ void f(int *a, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    int k = 0;
    s[t] = 0;
    do {
        __syncthreads();
        k++;
    } while (k < n);
    a[t] = s[(t + 1) % blockDim.x];
}
