// The thread that writes exits before the barrier that its readers pass.
//% races: racy

//@ requires gridDim.x == 1 && blockDim.x >= 2;
__global__ void f(int *a) {
    __shared__ int s[2];
    int t = threadIdx.x;
    if (t == 0) {
        s[0] = 1; //~ error: race
        return;
    }
    __syncthreads();
    if (t == 1) a[0] = s[0]; //~ error: race
}
