// What contracts say block by block is used of the whole array: a sum over all cells needs the cells' values under its
// variable, where no instance reaches. Two and three digits, both orders of the quantifiers.
//% verdict: verified

//@ requires n == blockDim.x * gridDim.x && n <= \length(a) && 1 <= \length(out);
//@ requires \forall b. 0 <= b < gridDim.x -> \forall t. 0 <= t < blockDim.x -> a[b * blockDim.x + t] == c;
//@ ensures out[0] == \sum(k, a[k], 0, n - 1);
__global__ void blocks(const int *a, int *out, int n, int c) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = n * c;
}

//@ requires n == m * w && 1 <= w && 0 <= m && n <= \length(a) && 1 <= \length(out);
//@ requires \forall x. 0 <= x < w -> \forall y. 0 <= y < m -> a[y * w + x] == 2;
//@ ensures out[0] == \sum(k, a[k], 0, n - 1);
__global__ void columns(const int *a, int *out, int n, int m, int w) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = 2 * n;
}

//@ requires n == 8 * blockDim.x * gridDim.x && n <= \length(a) && 1 <= \length(out);
//@ requires \forall b. 0 <= b < gridDim.x -> \forall t. 0 <= t < blockDim.x -> \forall e. 0 <= e < 8 ->
//@     a[(b * blockDim.x + t) * 8 + e] == 2;
//@ ensures out[0] == \sum(k, a[k], 0, n - 1);
__global__ void eachEight(const int *a, int *out, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = 2 * n;
}

// The last block is ragged: the bound on the number itself stays.
//@ requires 0 <= n && n <= \length(a) && 1 <= \length(out);
//@ requires \forall b. 0 <= b -> \forall t. 0 <= t < blockDim.x -> b * blockDim.x + t < n -> a[b * blockDim.x + t] == 1;
//@ ensures out[0] == \sum(k, a[k], 0, n - 1);
__global__ void ragged(const int *a, int *out, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = n;
}
