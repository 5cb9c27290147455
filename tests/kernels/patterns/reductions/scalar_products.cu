// Vectors by blocks, with an accumulator array longer or shorter than the block.
//% races: race-free

#define ACCUM_N 128

__global__ void scalarProd(float *d_C, const float *d_A, const float *d_B, int vectorN, int elementN) {
    __shared__ float accum[ACCUM_N];
    for (int vec = blockIdx.x; vec < vectorN; vec += gridDim.x) {
        int vectorBase = elementN * vec;
        int vectorEnd = vectorBase + elementN;
        for (int iAccum = threadIdx.x; iAccum < ACCUM_N; iAccum += blockDim.x) {
            float sum = 0;
            for (int pos = vectorBase + iAccum; pos < vectorEnd; pos += ACCUM_N) sum += d_A[pos] * d_B[pos];
            accum[iAccum] = sum;
        }
        for (int stride = ACCUM_N / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            for (int iAccum = threadIdx.x; iAccum < stride; iAccum += blockDim.x)
                accum[iAccum] += accum[stride + iAccum];
        }
        __syncthreads();
        if (threadIdx.x == 0) d_C[vec] = accum[0];
    }
}
