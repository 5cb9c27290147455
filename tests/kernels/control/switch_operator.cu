// A `switch` on a parameter, with a case that falls into the next one.
//% verdict: verified

//@ requires \length(a) == n && \length(b) == n && \length(c) == n && n <= blockDim.x * gridDim.x;
//@ ensures op == 0 -> \forall j. 0 <= j < n -> c[j] == a[j] + b[j];
//@ ensures op == 1 -> \forall j. 0 <= j < n -> c[j] == a[j] - b[j];
//@ ensures op == 2 -> \forall j. 0 <= j < n -> c[j] == -(a[j] * b[j]);
//@ ensures op < 0 || 3 <= op -> \forall j. 0 <= j < n -> c[j] == a[j] * b[j];
__global__ void combine(const int *a, const int *b, int *c, int n, int op) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i];
    int result;
    switch (op) {
    case 0:
        result = x + b[i];
        break;
    case 1:
        result = x - b[i];
        break;
    case 2:
        x = -x;
    default:
        result = x * b[i];
    }
    c[i] = result;
}
