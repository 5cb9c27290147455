// The fast Walsh transformation in place: pairs at a distance that is a power of two.
//% races: race-free
//% options: --block 32

#define LOG2N 6
#define N 64

__global__ void fwt(float *data) {
    __shared__ float s[N];
    int t = threadIdx.x;
    float *d = data + blockIdx.x * N;
    s[t] = d[t];
    s[t + N / 2] = d[t + N / 2];
    for (int stride = N / 2; stride >= 1; stride >>= 1) {
        int lo = t & (stride - 1);
        int i0 = ((t - lo) << 1) + lo;
        int i1 = i0 + stride;
        __syncthreads();
        float a = s[i0];
        float b = s[i1];
        s[i0] = a + b;
        s[i1] = a - b;
    }
    __syncthreads();
    d[t] = s[t];
    d[t + N / 2] = s[t + N / 2];
}
