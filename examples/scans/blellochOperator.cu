// Blelloch's exclusive scan over any associative operator, in one block: combined over ever larger ranges on the way up a binary
// tree, then over what stands before each range on the way down. The program passes the operator's identity.
//
// Proved: for every such operator and any power of two as the size, element `j` of the output is the elements before `j`, combined
// from left to right. The invariants are those of `blelloch.cu`.
//
//% verdict: verified

//@ operator plus(int x, int y) identity e;
__device__ int plus(int x, int y);

//@ requires gridDim.x == 1 && n == 2 * blockDim.x && \is_pow2(n) && neutral == e;
//@ requires n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == fold(plus, k, in[k], 0, j - 1);
__global__ void blelloch(const int *in, int *out, int n, int neutral) {
    __shared__ int x[2048];
    int t = threadIdx.x;
    x[2 * t] = in[2 * t];
    x[2 * t + 1] = in[2 * t + 1];
    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        //@ invariant \forall j. 0 <= j < n && (j + 1) % offset == 0 -> x[j] == fold(plus, k, in[k], j - offset + 1, j);
        //@ invariant \forall q, j. 0 <= j < n && \is_pow2(q) && q < offset && (j + 1) % (2 * q) == q ->
        //@     x[j] == fold(plus, k, in[k], j - q + 1, j);
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1;
            int right = offset * (2 * t + 2) - 1;
            x[right] = plus(x[left], x[right]);
        }
        offset *= 2;
    }
    if (t == 0) x[n - 1] = neutral;
    for (int d = 1; d < n; d *= 2) {
        //@ invariant \forall j. 0 <= j < n && (j + 1) % offset == 0 -> x[j] == fold(plus, k, in[k], 0, j - offset);
        //@ invariant \forall q, j. 0 <= j < n && \is_pow2(q) && q < offset && (j + 1) % (2 * q) == q ->
        //@     x[j] == fold(plus, k, in[k], j - q + 1, j);
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1;
            int right = offset * (2 * t + 2) - 1;
            int before = x[left];
            x[left] = x[right];
            x[right] = plus(x[right], before);
        }
    }
    __syncthreads();
    out[2 * t] = x[2 * t];
    out[2 * t + 1] = x[2 * t + 1];
}
