// One __syncwarp in a round: what the last round wrote is read by others.
//% races: racy

//@ requires gridDim.x == 1 && blockDim.x == 32;
__global__ void f(int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) {
        a[t] += s[t + i % 2]; //~ error: race
        __syncwarp();
        s[t] = i; //~ error: race
    }
}
