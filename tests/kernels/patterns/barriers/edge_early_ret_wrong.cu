// Threads that have returned read and write nothing, but blocks meet in the input.
//% races: racy

__global__ void f(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x;
    if (t >= n) return;
    s[t] = a[t]; //~ error: race
    __syncthreads();
    a[blockIdx.x*blockDim.x+t] = s[n - 1 - t]; //~ error: race
}
