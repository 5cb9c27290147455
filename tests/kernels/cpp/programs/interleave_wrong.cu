// The counter of the shared object is read without a barrier.
//% verdict: not-verified

struct Stage {
    float left[64];
    int count;
};

//@ requires blockDim.x == 8;
__global__ void interleave(const float *in, float *out) {
    __shared__ Stage stage;
    int t = threadIdx.x;
    stage.left[t] = in[blockIdx.x * 8 + t];
    if (t == 0) stage.count = 64; //~ error: race
    out[blockIdx.x * 8 + t] = stage.left[t] + stage.count;
}
