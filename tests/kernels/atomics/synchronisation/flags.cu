// Flags set by `or`: whoever sets them, nobody races.
//% verdict: safe

__global__ void flags(const int *in, unsigned int *found, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] < 0)
        atomicOr(found, 1u);
    if (i < n && in[i] > 100)
        atomicAnd(found, ~2u);
}
