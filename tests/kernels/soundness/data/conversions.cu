// Integers become reals exactly; reals become integers by cutting off.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall j. 0 <= j < n -> 0 <= x[j] <= 1000;
//@ ensures \forall j. 0 <= j < n -> whole[j] <= x[j] < whole[j] + 1;
//@ ensures \forall j. 0 <= j < n -> half[j] * 2 == k[j];
__global__ void convert(const float *x, int *whole, const int *k, float *half, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    whole[i] = (int)x[i];
    half[i] = k[i] / 2.0f;
}
