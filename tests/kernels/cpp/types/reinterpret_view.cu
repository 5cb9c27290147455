// A pointer that takes the bits of one type for another: a view of unknown content (MEM-19).
//% verdict: safe

__global__ void bits(const float *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int *raw = reinterpret_cast<const int *>(in);
    if (i < n) out[i] = raw[i];
}
