// An address that is no multiple of what an attribute asks for (MEM-34, MEM-27).
//% verdict: not-verified

struct alignas(8) Pair {
    int first, second;
};

//@ requires n == 2 * blockDim.x + 1 && gridDim.x == 1 && \length(a) == n && \length(out) == n;
__global__ void shifted(int *out, const int *a, int n) {
    Pair pair = *reinterpret_cast<const Pair *>(a + 2 * threadIdx.x + 1); //~ error
    out[threadIdx.x] = pair.first;
}
