// A store with a hint is a store: these of neighbours meet.
//% verdict: refuted

__global__ void streamed(float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) __stcg(b + i / 2, (float)i);
//~^ error: race
}

//@ requires blockDim.x == 1 && gridDim.x == 1 && \length(a) == 4;
//@ ensures a[3] == \old(a[0]);
//~^ error: ensures
__global__ void moved_up(int *a) { memmove(a + 1, a, 3 * sizeof(int)); }
