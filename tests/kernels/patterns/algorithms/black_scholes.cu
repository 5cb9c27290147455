// A grid-stride loop over three inputs and two outputs.
//% races: race-free

__global__ void prices(float *call, float *put, const float *s, const float *x, const float *t, int n) {
    const int tid = blockDim.x * blockIdx.x + threadIdx.x;
    const int THREAD_N = blockDim.x * gridDim.x;
    for (int opt = tid; opt < n; opt += THREAD_N) {
        float d = (s[opt] - x[opt]) * t[opt];
        call[opt] = d > 0.0f ? d : 0.0f;
        put[opt] = call[opt] - s[opt] + x[opt];
    }
}
