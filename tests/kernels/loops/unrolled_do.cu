// A loop with its guard at the end runs a fixed number of times, and so does one that breaks out after three.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> eightfold[j] == 8 * x[j] && threefold[j] == 3 * x[j];
__global__ void multiples(const int *x, int *eightfold, int *threefold, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = 0, value = x[i], sum = 0;
    do {
        value = value + value;
    } while (++k < 3);
    for (int rest = 3;;) {
        if (rest-- == 0) break;
        sum += x[i];
    }
    eightfold[i] = value;
    threefold[i] = sum;
}
