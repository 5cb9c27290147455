// The sine comes first, the cosine second; all threads store the exponent in one cell.
//% verdict: not-verified

//@ requires n <= blockDim.x * gridDim.x && n <= \length(angle) && n <= \length(point);
//@ ensures \forall j. 0 <= j < n -> point[j].x == cos(angle[j]); //~ error: ensures
__global__ void onCircle(const float *angle, float2 *point, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) __sincosf(angle[i], &point[i].x, &point[i].y);
}

__global__ void takeApart(const float *x, int *exponent, float *mantissa, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) mantissa[i] = frexpf(x[i], exponent); //~ error: race
}
