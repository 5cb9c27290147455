// A struct of arrays in shared memory, declared as one shared object.
//% verdict: safe

struct Stage {
    float left[64];
    float right[64];
    int count;
};

//@ requires blockDim.x == 64;
__global__ void interleave(const float2 *in, float *out) {
    __shared__ Stage stage;
    int t = threadIdx.x;
    float2 v = in[blockIdx.x * 64 + t];
    stage.left[t] = v.x;
    stage.right[63 - t] = v.y;
    if (t == 0) stage.count = 64;
    __syncthreads();
    out[blockIdx.x * 64 + t] = stage.left[63 - t] + stage.right[t] + stage.count;
}
