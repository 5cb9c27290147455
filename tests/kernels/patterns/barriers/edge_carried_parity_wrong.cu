// Two buffers in turn, where the one that is read was written before the last barrier: too late.
//% races: racy

//@ requires gridDim.x == 1;
__global__ void f(int *a, int n) {
    __shared__ int s[3][1024];
    int t = threadIdx.x;
    for (int k = 0; k < n; k++) {
        s[k % 2][t] = k; //~ error: race
        __syncthreads();
        a[t] += s[(k + 1) % 2][(t + 1) % blockDim.x]; //~ error: race
    }
}
