// What is known of a loop without invariants is known beside invariants, too.
//% verdict: verified

//@ requires 1 <= n <= \length(x) && blockDim.x == 1 && gridDim.x == 1 && 1 <= \length(out);
//@ ensures 0 <= out[0] < n;
//@ ensures \forall j. 0 <= j < n -> x[j] <= x[out[0]];
__global__ void largest(const float *x, int *out, int n) {
    int best = 0;
    for (int i = 1; i < n; i++) {
        //@ invariant 0 <= best < i;
        //@ invariant \forall j. 0 <= j < i -> x[j] <= x[best];
        if (x[i] > x[best])
            best = i;
    }
    out[0] = best;
}

//@ requires 0 <= n <= \length(x) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j] == x[j];
__global__ void copied(const float *x, float *y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        //@ invariant \forall k. 0 <= k < blockDim.x * gridDim.x * loop_count && k < n -> y[k] == x[k];
        y[i] = x[i];
    }
}

// The invariants of Kojima, Imanishi and Igarashi's vector addition, and one more.
//@ ghost int m;
//@ requires 0 <= n <= \length(a) && n <= \length(b) && n <= \length(c);
//@ requires 0 <= m && n == m * blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> c[j] == a[j] + b[j];
__global__ void added(const float *a, const float *b, float *c, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    while (i < n) {
        //@ invariant i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;
        //@ invariant \forall k. 0 <= k < blockDim.x * gridDim.x * loop_count -> c[k] == a[k] + b[k];
        //@ invariant loop_count <= m;
        c[i] = a[i] + b[i];
        i += blockDim.x * gridDim.x;
    }
}
