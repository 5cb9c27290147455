// Kogge and Stone's prefix sums with the operands the wrong way round: right for operators that commute, and for no others.
//
// Found: two elements are combined in the wrong order.
//
//% verdict: refuted

//@ operator plus(float x, float y) identity e;
__device__ float plus(float x, float y);

//@ requires \length(in) == blockDim.x * gridDim.x && \length(out) == blockDim.x * gridDim.x && \length(s) == blockDim.x;
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x ->
//@     out[b * blockDim.x + j] == fold(plus, k, in[b * blockDim.x + k], 0, j);
//~^^ error: ensures
__global__ void koggeStone(const float *in, float *out) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        //@ invariant 1 <= d;
        //@ invariant \forall j. 0 <= j < blockDim.x -> s[j] == fold(plus, k, in[blockIdx.x * blockDim.x + k], \max(0, j - d + 1), j);
        //~^ error: invariant-preserved
        float sum = s[t];
        if (t >= d) sum = plus(sum, s[t - d]);
        __syncthreads();
        s[t] = sum;
        __syncthreads();
    }
    out[i] = s[t];
}
