// Inclusive prefix sums of one block's elements after Brent and Kung: sums of ever larger ranges on the way up a binary
// tree, then the ranges between are completed on the way down. Two elements for each thread, any power of two from 4 on.
//
// Proved: element `j` of the output is the sum of the elements up to `j`.
//
//% verdict: verified

//@ requires gridDim.x == 1 && n == 2 * blockDim.x && \is_pow2(n) && 4 <= n;
//@ requires n <= \length(in) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == sum(k, in[k], 0, j);
__global__ void brentKung(const int *in, int *out, int n) {
    __shared__ int x[2048];
    int t = threadIdx.x;
    x[t] = in[t];
    x[t + blockDim.x] = in[t + blockDim.x];
    for (int s = 1; s < n; s *= 2) {
        //@ invariant \forall j. 0 <= j < n && (j + 1) % s == 0 -> x[j] == sum(k, in[k], j - s + 1, j);
        //@ invariant \forall q, j. 0 <= j < n && \is_pow2(q) && q < s && (j + 1) % (2 * q) == q ->
        //@     x[j] == sum(k, in[k], j - q + 1, j);
        __syncthreads();
        int i = (t + 1) * s * 2 - 1;
        if (i < n) x[i] += x[i - s];
    }
    for (int s = n / 4; s > 0; s /= 2) {
        //@ invariant \forall j. 0 <= j < n && (j + 1) % \max(1, 2 * s) == 0 -> x[j] == sum(k, in[k], 0, j);
        //@ invariant \forall q, j. 0 <= j < n && \is_pow2(q) && q < \max(1, 2 * s) && (j + 1) % (2 * q) == q ->
        //@     x[j] == sum(k, in[k], j - q + 1, j);
        __syncthreads();
        int i = (t + 1) * s * 2 - 1;
        if (i + s < n) x[i + s] += x[i];
    }
    __syncthreads();
    out[t] = x[t];
    out[t + blockDim.x] = x[t + blockDim.x];
}
