// Truth values that a loop gathers by `||`, `&&`, `|=`, `&=`: whether some element, or each, is as wanted.
//% verdict: verified

//@ requires 0 <= n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(x) && rows <= \length(any);
//@ ensures \forall r. 0 <= r < rows -> (any[r] != 0 <-> \exists k. 0 <= k < n && x[r * n + k] > 0);
__global__ void some(const float *x, int *any, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    bool found = false;
    for (int k = 0; k < n; k++) found = found || x[r * n + k] > 0;
    any[r] = found ? 1 : 0;
}

//@ requires 0 <= n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(x) && rows <= \length(all);
//@ ensures \forall r. 0 <= r < rows -> (all[r] != 0 <-> \forall k. 0 <= k < n -> x[r * n + k] > 0);
__global__ void each(const float *x, int *all, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    bool ok = true;
    for (int k = 0; k < n; k++) ok = ok && x[r * n + k] > 0;
    all[r] = ok;
}

//@ requires 0 <= n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(x) && rows <= \length(all);
//@ ensures \forall r. 0 <= r < rows -> (all[r] != 0 <-> \forall k. 0 <= k < n -> x[r * n + k] > 0);
__global__ void eachByBits(const float *x, int *all, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    bool ok = true;
    for (int k = 0; k < n; k++) ok &= x[r * n + k] > 0;
    all[r] = ok;
}

//@ requires 0 <= n && 0 <= rows && rows <= gridDim.x * blockDim.x && rows * n <= \length(x) && rows <= \length(any);
//@ ensures \forall r. 0 <= r < rows -> (any[r] != 0 <-> \exists k. 0 <= k < n && x[r * n + k] > 0);
__global__ void someByBits(const float *x, int *any, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    bool found = false;
    for (int k = 0; k < n; k++) found |= x[r * n + k] > 0;
    any[r] = found;
}
