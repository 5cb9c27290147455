// Equal elements with one rank, ranks from the largest element on, and ranks that count the element itself.
//% verdict: not-verified

//@ requires 0 <= n <= \length(x) && n <= \length(y) && n <= gridDim.x * blockDim.x && n <= 1000000;
//@ ensures \forall i. 0 <= i < n -> y[count(k, x[k] < x[i], 0, n - 1)] == x[i];
__global__ void ties(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = 0;
    for (int k = 0; k < n; k++)
        if (x[k] < x[i]) r++;
    y[r] = x[i]; //~ error: race
}

//@ requires 0 <= n <= \length(x) && n <= \length(y) && n <= gridDim.x * blockDim.x && n <= 1000000;
//@ ensures \forall i. 0 <= i < n -> y[count(k, x[k] < x[i] || x[k] == x[i] && k < i, 0, n - 1)] == x[i]; //~ error: ensures
__global__ void fromTheLargest(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = 0;
    for (int k = 0; k < n; k++)
        if (x[k] > x[i] || (x[k] == x[i] && k < i)) r++;
    y[r] = x[i];
}

//@ requires 0 <= n <= \length(x) && n <= \length(y) && n <= gridDim.x * blockDim.x && n <= 1000000;
//@ ensures \forall i. 0 <= i < n -> y[count(k, x[k] < x[i] || x[k] == x[i] && k < i, 0, n - 1)] == x[i]; //~ error: ensures
__global__ void allOfThem(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int r = 0;
    for (int k = 0; k < n; k++)
        if (x[k] < x[i] || (x[k] == x[i] && k <= i)) r++;
    y[r] = x[i]; //~ error: bounds
}
