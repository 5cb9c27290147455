// Blockwise clauses that say less than the whole array: one block or one column is missing, or digits overlap and leave cells out.
//% verdict: not-verified

//@ requires n == blockDim.x * gridDim.x && n <= \length(a) && 1 <= \length(out);
//@ requires \forall b. 0 <= b < gridDim.x - 1 -> \forall t. 0 <= t < blockDim.x -> a[b * blockDim.x + t] == c;
//@ ensures out[0] == \sum(k, a[k], 0, n - 1); //~ error: ensures
__global__ void lastBlock(const int *a, int *out, int n, int c) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = n * c;
}

//@ requires n == m * w && 1 <= w && 0 <= m && n <= \length(a) && 1 <= \length(out);
//@ requires \forall x. 1 <= x < w -> \forall y. 0 <= y < m -> a[y * w + x] == 2;
//@ ensures out[0] == \sum(k, a[k], 0, n - 1); //~ error: ensures
__global__ void firstColumn(const int *a, int *out, int n, int m, int w) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = 2 * n;
}

//@ requires n == blockDim.x * gridDim.x && n <= \length(a) && 1 <= \length(out);
//@ requires \forall b. 0 <= b < gridDim.x -> \forall t. 0 <= t < blockDim.x -> a[b + t] == 2;
//@ ensures out[0] == \sum(k, a[k], 0, n - 1); //~ error: ensures
__global__ void overlap(const int *a, int *out, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = 2 * n;
}

// w may be 0 here: then the clause says nothing, and there is nothing to say.
//@ requires 0 <= w && 0 <= m && m <= \length(a) && 1 <= \length(out);
//@ requires \forall y. 0 <= y < m -> \forall x. 0 <= x < w -> a[y * w + x] == 2; //~ error: division
//@ ensures out[0] == \sum(k, a[k], 0, m - 1); //~ error: ensures
__global__ void noColumns(const int *a, int *out, int m, int w) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = 2 * m;
}
