// The first warp's bins are left out.
//
// Found: what the first warp has counted is in no bin.
//
//% verdict: refuted

//@ requires blockDim.x == 256 && 0 <= n <= \length(in) && \length(out) == 256;
//@ requires \forall b. 0 <= b < 256 -> out[b] == 0;
//@ ensures \forall b. 0 <= b < 256 -> out[b] == count(k, in[k] == b, 0, n - 1); //~ error: ensures
__global__ void histogramWarps(const unsigned char *in, unsigned *out, int n) {
    __shared__ unsigned bins[8][256];
    unsigned t = threadIdx.x, warp = t / 32;
    for (int i = t; i < 8 * 256; i += 256) bins[i / 256][i % 256] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) atomicAdd(&bins[warp][in[i]], 1u);
    __syncthreads();
    unsigned sum = 0;
    for (int w = 1; w < 8; w++) sum += bins[w][t];
    atomicAdd(&out[t], sum);
}
