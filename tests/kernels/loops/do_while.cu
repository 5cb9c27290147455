// A loop whose guard stands at the end; the invariant says what is known of threads that have left.
//% verdict: verified

//@ ghost int m;
//@ requires gridDim.x == 1 && 1 <= m && n == m * blockDim.x;
//@ requires \length(a) == n && \length(b) == n;
//@ ensures \forall j. 0 <= j < n -> b[j] == a[j];
__global__ void copy(const int *a, int *b, int n) {
    int i = threadIdx.x;
    do {
        //@ invariant i == loop_count * blockDim.x + threadIdx.x;
        //@ invariant \active <-> i < n;
        //@ invariant \forall j. 0 <= j < loop_count * blockDim.x -> b[j] == a[j];
        b[i] = a[i];
        i += blockDim.x;
    } while (i < n);
}
