// Threads stop when a counter is full: how often the loop runs depends on what atomics return, so nothing is known of the sum.
//% verdict: not-verified

//@ requires 0 <= n;
//@ ensures total[0] == \old(total[0]) + n; //~ error: ensures
__global__ void fill(int *calls, int *total, int n) {
    for (int i = 0; atomicAdd(&calls[0], 1) < n; i++)
        atomicAdd(&total[0], 1);
}
