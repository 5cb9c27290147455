// What the iterations so far have done is known inside the loop, too.
//% verdict: verified

// The sum so far.
//@ requires 1 <= n <= \length(x) && 1 <= \length(out) && \forall k. 0 <= k < n -> 0 < x[k];
//@ ensures 0 < out[0];
__global__ void sumSoFar(const int *x, int *out, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int s = 1;
        for (int i = 0; i < n; i++) {
            //@ assert s == 1 + sum(k, x[k], 0, i - 1);
            s += x[i];
        }
        out[0] = s;
    }
}

// What was written in this loop is read again, one place behind.
//@ requires 2 <= n <= \length(y) && n <= blockDim.x;
//@ ensures \forall i. 0 <= i < n -> y[i] == i;
__global__ void ownCells(int *y, int n) {
    if (blockIdx.x == 0)
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            //@ assert \forall k. i <= k < n && k < blockDim.x -> y[threadIdx.x] == \old(y[threadIdx.x]);
            y[i] = i;
        }
}
