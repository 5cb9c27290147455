// Indices of maxima that are not what the contract says.
//% verdict: not-verified

// `>=` finds the last one.
//@ requires 1 <= n <= \length(x) && 1 <= \length(best);
//@ ensures \forall c. 0 <= c < best[0] -> x[c] < x[best[0]]; //~ error: ensures
__global__ void lastNotFirst(const int *x, int *best, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int at = 0;
        for (int c = 1; c < n; ++c)
            if (x[c] >= x[at])
                at = c;
        best[0] = at;
    }
}

// The value is not kept beside its index.
//@ requires 2 <= n <= \length(x) && 1 <= \length(best);
//@ ensures \forall c. 0 <= c < n -> x[c] <= x[best[0]]; //~ error: ensures
__global__ void comparesWithFirst(const int *x, int *best, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int top = x[0], at = 0;
        for (int c = 1; c < n; ++c)
            if (x[c] > top)
                at = c;
        best[0] = at;
    }
}

// It begins with a value that is no element.
//@ requires 1 <= n <= \length(x) && 1 <= \length(best);
//@ ensures 0 <= best[0] && \forall c. 0 <= c < n -> x[c] <= x[best[0]]; //~ error: ensures
__global__ void beginsTooHigh(const int *x, int *best, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int top = 0, at = -1;
        for (int c = 0; c < n; ++c)
            if (x[c] > top) {
                top = x[c];
                at = c;
            }
        best[0] = at < 0 ? 0 : at;
    }
}

// The weights move with the loop: what was best is compared by another one.
//@ requires 2 <= n <= \length(x) && 2 * n <= \length(w) && 1 <= \length(best);
//@ ensures \forall c. 0 <= c < n -> w[c] * x[c] <= w[best[0]] * x[best[0]]; //~ error: ensures
__global__ void movingWeights(const int *x, const int *w, int *best, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int at = 0;
        for (int c = 1; c < n; ++c)
            if (w[c] * x[at] < w[c] * x[c]) //~ unproved: why it was assigned is not known
                at = c;
        best[0] = at;
    }
}

// The last one that was seen, not the first.
//@ requires 1 <= n <= \length(x) && 1 <= \length(first);
//@ ensures 0 <= first[0] -> \forall k. 0 <= k < first[0] -> x[k] <= 0; //~ error: ensures
__global__ void lastSeen(const int *x, int *first, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int at = -1;
        for (int i = 0; i < n; i++)
            if (x[i] > 0)
                at = i;
        first[0] = at;
    }
}
