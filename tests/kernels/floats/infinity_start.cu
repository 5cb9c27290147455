// A fold that begins with minus infinity: of infinity nothing is known but that it is one value (VALUE-36).
//% verdict: verified

//@ requires 0 <= n && 0 <= rows <= blockDim.x * gridDim.x && rows * n <= \length(a);
//@ requires rows <= \length(y);
//@ ensures n == 0 -> \forall j. 0 <= j < rows -> y[j] == -INFINITY;
__global__ void rowMax(const float *a, float *y, int rows, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float best = -INFINITY;
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n && (k == 0 -> best == -INFINITY);
        float v = a[row * n + k];
        if (!isnan(v) && v > best) best = v;
    }
    y[row] = best;
}
