// Two names for one plane: a thread writes what its neighbour reads.
//% verdict: refuted

//@ requires 0 <= n && n < blockDim.x * gridDim.x && n + 1 <= \length(a);
__global__ void shift(float *a, int n) {
    float *planes[2] = {a, a + 1};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) planes[0][i] = planes[1][i]; //~ error: race
}
