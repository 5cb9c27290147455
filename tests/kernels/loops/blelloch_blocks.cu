// Prefix sums after Blelloch in every block of a grid, of real numbers.
//% verdict: verified

//@ requires n == 2 * blockDim.x && \is_pow2(n);
//@ requires n * gridDim.x <= \length(in) && n * gridDim.x <= \length(out);
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < n -> out[b * n + j] == sum(k, in[b * n + k], 0, j - 1);
__global__ void blelloch(const float *in, float *out, int n) {
    __shared__ float x[2048];
    int t = threadIdx.x;
    x[2 * t] = in[blockIdx.x * n + 2 * t];
    x[2 * t + 1] = in[blockIdx.x * n + 2 * t + 1];
    int offset = 1;
    for (int d = n >> 1; d > 0; d >>= 1) {
        //@ invariant \is_pow2(offset) && (d > 0 -> \is_pow2(d) && 2 * d * offset == n) && (d <= 0 -> d == 0 && offset == n);
        //@ invariant \forall j. 0 <= j < n && (j + 1) % offset == 0 -> x[j] == sum(k, in[blockIdx.x * n + k], j - offset + 1, j);
        //@ invariant \forall q, j. 0 <= j < n && \is_pow2(q) && q < offset && (j + 1) % (2 * q) == q ->
        //@     x[j] == sum(k, in[blockIdx.x * n + k], j - q + 1, j);
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
        //@ invariant \is_pow2(offset) && 1 <= d && d * offset == n;
        //@ invariant \forall j. 0 <= j < n && (j + 1) % offset == 0 -> x[j] == sum(k, in[blockIdx.x * n + k], 0, j - offset);
        //@ invariant \forall q, j. 0 <= j < n && \is_pow2(q) && q < offset && (j + 1) % (2 * q) == q ->
        //@     x[j] == sum(k, in[blockIdx.x * n + k], j - q + 1, j);
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int left = offset * (2 * t + 1) - 1;
            int right = offset * (2 * t + 2) - 1;
            float before = x[left];
            x[left] = x[right];
            x[right] += before;
        }
    }
    __syncthreads();
    out[blockIdx.x * n + 2 * t] = x[2 * t];
    out[blockIdx.x * n + 2 * t + 1] = x[2 * t + 1];
}
