// Both arms hold a __syncwarp: what one half writes before it, the other one reads behind it.
//% verdict: verified

//@ requires blockDim.x == 32;
//@ ensures \forall b : block. \forall l. 0 <= l < 32 -> out[32 * blockIdx.x@b + l] == in[32 * blockIdx.x@b + 31 - l];
__global__ void mirrored(const int *in, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16) {
        s[t] = in[32 * blockIdx.x + t];
        __syncwarp();
        out[32 * blockIdx.x + t] = s[31 - t];
    } else {
        s[t] = in[32 * blockIdx.x + t];
        __syncwarp();
        out[32 * blockIdx.x + t] = s[31 - t];
    }
}
