// The body runs before the guard is asked: four times, not three.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> eightfold[j] == 8 * x[j]; //~ error
__global__ void multiples(const int *x, int *eightfold, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = 0, value = x[i];
    do {
        value = value + value;
    } while (k++ < 3);
    eightfold[i] = value;
}
