// The sum of all is there in lane 0 only: the others hear from lanes that have no partner.
//
//% verdict: refuted

//@ requires blockDim.x == 32 && \length(a) == gridDim.x * blockDim.x && \length(o) == \length(a);
//@ ensures \forall i. 0 <= i < gridDim.x * blockDim.x -> o[i] == sum(k, a[i - i % 32 + k], 0, 31); //~ error: ensures
__global__ void sum_of_those_above(const float *a, float *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = a[i];
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
    o[i] = v;
}
