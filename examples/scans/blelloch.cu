// Exclusive prefix sums of one block's elements after Blelloch: sums of ever larger ranges on the way up a binary tree, then
// the sums before each range on the way down. Two elements for each thread, any power of two.
//
// Proved: element `j` of the output is the sum of the elements before `j`. The first invariant of each loop says what stands
// at the roots of the trees of size `offset`, the second what stands at all inner nodes of smaller size `q`.
//
//% verdict: verified

//@ requires gridDim.x == 1 && n == 2 * blockDim.x && \is_pow2(n);
//@ requires n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == sum(k, in[k], 0, j - 1);
__global__ void blelloch(const int *in, int *out, int n) {
    __shared__ int x[2048];
    int t = threadIdx.x;
    x[2 * t] = in[2 * t];
    x[2 * t + 1] = in[2 * t + 1];
    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        //@ invariant \forall j. 0 <= j < n && (j + 1) % offset == 0 -> x[j] == sum(k, in[k], j - offset + 1, j);
        //@ invariant \forall q, j. 0 <= j < n && \is_pow2(q) && q < offset && (j + 1) % (2 * q) == q ->
        //@     x[j] == sum(k, in[k], j - q + 1, j);
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1;
            int right = offset * (2 * t + 2) - 1;
            x[right] += x[left];
        }
        offset *= 2;
    }
    if (t == 0) x[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        //@ invariant \forall j. 0 <= j < n && (j + 1) % offset == 0 -> x[j] == sum(k, in[k], 0, j - offset);
        //@ invariant \forall q, j. 0 <= j < n && \is_pow2(q) && q < offset && (j + 1) % (2 * q) == q ->
        //@     x[j] == sum(k, in[k], j - q + 1, j);
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1;
            int right = offset * (2 * t + 2) - 1;
            int before = x[left];
            x[left] = x[right];
            x[right] += before;
        }
    }
    __syncthreads();
    out[2 * t] = x[2 * t];
    out[2 * t + 1] = x[2 * t + 1];
}
