// A loop whose guard stands at the end runs once also for an empty array.
//% verdict: refuted

//@ requires gridDim.x == 1 && 0 <= n && \length(b) == n;
__global__ void clear(int *b, int n) {
    int i = threadIdx.x;
    do {
        //@ invariant 0 <= i && (0 < loop_count && \active -> i < n);
        b[i] = 0; //~ error: bounds
        i += blockDim.x;
    } while (i < n);
}
