// The barrier between the steps is missing.
//% races: racy
//% options: --block 4

#define N 8

__global__ void fwt(float *data) {
    __shared__ float s[N];
    int t = threadIdx.x;
    float *d = data + blockIdx.x * N;
    s[t] = d[t];
    s[t + N / 2] = d[t + N / 2];
    __syncthreads();
    for (int stride = N / 2; stride >= 1; stride >>= 1) {
        int lo = t & (stride - 1);
        int i0 = ((t - lo) << 1) + lo;
        int i1 = i0 + stride;
        float a = s[i0]; //~ error: race
        float b = s[i1]; //~ error: race
        s[i0] = a + b; //~ error: race
        s[i1] = a - b; //~ error: race
    }
    __syncthreads();
    d[t] = s[t];
    d[t + N / 2] = s[t + N / 2];
}
