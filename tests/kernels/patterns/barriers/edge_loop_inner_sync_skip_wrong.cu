// A barrier in a loop that may have no round.
//% races: racy

//@ requires gridDim.x == 1;
__global__ void f(int *a, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = 0; //~ error: race
    for (int k = 0; k < n; k++) {
        __syncthreads();
    }
    a[t] = s[(t + 1) % blockDim.x]; //~ error: race
}
