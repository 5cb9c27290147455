// Barriers that count: what the threads that have not exited say is not modelled.
//% verdict: unsupported

__global__ void settle(int *a, int n) {
    int changed = 1;
    while (__syncthreads_or(changed)) {
        changed = a[threadIdx.x] > n;
        if (changed) a[threadIdx.x] -= 1;
    }
}
