// The same of fractions: parameters, thresholds that are small or large, and both signs.
//% verdict: refuted

//@ requires n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == alpha * x[i]; //~ error: ensures
__global__ void scale(const float *x, float *y, float alpha, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = alpha == 7.5f ? x[i] : alpha * x[i];
}

//@ requires n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == (x[i] < 0.001f ? 0.0f : x[i]); //~ error: ensures
__global__ void threshold(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] > 0.001f ? x[i] : 0.0f;
}

//@ requires n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == (x[i] > 6e4 ? 6e4 : x[i]); //~ error: ensures
__global__ void symmetric(const double *x, double *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fabs(x[i]) > 6e4 ? (x[i] < 0 ? -6e4 : 6e4) : x[i];
}
