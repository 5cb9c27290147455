// The `break` after the first case is missing, so addition ends up as subtraction.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures op == 0 -> \forall j. 0 <= j < n -> c[j] == a[j] + b[j];
//~^ error: ensures
//@ ensures op == 1 -> \forall j. 0 <= j < n -> c[j] == a[j] - b[j];
__global__ void combine(const int *a, const int *b, int *c, int n, int op) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    switch (op) {
    case 0:
        c[i] = a[i] + b[i];
    case 1:
        c[i] = a[i] - b[i];
        break;
    }
}
