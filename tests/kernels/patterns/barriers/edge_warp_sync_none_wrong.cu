// The last steps of a reduction as they were written when warps ran in lock-step.
//% races: racy

//@ requires blockDim.x == 32 && gridDim.x == 1;
__global__ void f(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t]; //~ error: race
    if (t < 16) {
        s[t] += s[t + 16]; //~ error: race
        s[t] += s[t + 8]; //~ error: race
    }
}
