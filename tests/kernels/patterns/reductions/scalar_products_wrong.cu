// The barriers inside the reduction are missing.
//% races: racy

#define ACCUM_N 8

__global__ void scalarProd(float *d_C, const float *d_A, int vectorN, int elementN) {
    __shared__ float accum[ACCUM_N];
    for (int vec = blockIdx.x; vec < vectorN; vec += gridDim.x) {
        for (int iAccum = threadIdx.x; iAccum < ACCUM_N; iAccum += blockDim.x) {
            accum[iAccum] = d_A[elementN * vec + iAccum]; //~ error: race
        }
        for (int stride = ACCUM_N / 2; stride > 0; stride >>= 1) {
            for (int iAccum = threadIdx.x; iAccum < stride; iAccum += blockDim.x)
                accum[iAccum] += accum[stride + iAccum]; //~ error: race
        }
        __syncthreads();
        if (threadIdx.x == 0) d_C[vec] = accum[0];
        __syncthreads();
    }
}
