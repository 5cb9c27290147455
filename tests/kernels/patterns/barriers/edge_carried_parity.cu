// Two buffers in turn: one barrier a round is enough.
//% races: race-free

//@ requires gridDim.x == 1;
__global__ void f(int *a, int n) {
    __shared__ int s[2][1024];
    int t = threadIdx.x;
    for (int k = 0; k < n; k++) {
        s[k % 2][t] = k;
        __syncthreads();
        a[t] += s[k % 2][(t + 1) % blockDim.x];
    }
}
