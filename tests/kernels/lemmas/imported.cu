//% verdict: verified
// Definitions and lemmas of a logic file, and of what it imports itself.

//@ use squares;

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> 6 * out[j] == j * (j + 1) * (2 * j + 1);
//@ ensures \forall j. 0 <= j < n -> is_square(j * j);
__global__ void pyramids(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int total = 0;
        for (int k = 1; k <= i; k++) {
            //@ invariant i < n -> 1 <= k <= i + 1 && total == squares(k - 1);
            total += k * k;
        }
        out[i] = total;
    }
}
