// The contract in one comment inside the body, and invariants directly before the loop.
//% verdict: verified

__global__ void copy(const int *a, int *b, int len) {
    /*@ ghost int m;
      @ requires gridDim.x == 1 && len == m * blockDim.x;
      @ ensures \forall int j; 0 <= j < len ==> b[j] == a[j];
      @*/
    int i = threadIdx.x;
    /*@ loop invariant i == loop_count * blockDim.x + threadIdx.x;
        loop invariant \forall int j; 0 <= j < loop_count * blockDim.x ==> b[j] == a[j]; */
    while (i < len) {
        b[i] = a[i];
        i += blockDim.x;
    }
}
