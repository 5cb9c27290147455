// Data are compared with constants: at, below and above them all is as it should be.
//% verdict: verified

//@ requires n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == (x[i] > 4096 ? 4096 : x[i]);
__global__ void clamp(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] > 4095 ? 4096 : x[i];
}

//@ requires n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == (x[i] < 0.001f ? 0.0f : x[i]);
__global__ void threshold(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] >= 0.001f ? x[i] : 0.0f;
}

//@ requires 0 < n <= \length(x) && 1 <= \length(best);
//@ requires \forall i. 0 <= i < n -> x[i] >= -1000;
//@ ensures \exists i. 0 <= i < n && best[0] == x[i];
__global__ void greatest(const int *x, int *best, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int b = -1001;
        //@ invariant 0 <= j <= n && b >= -1001 && (j > 0 ? (\exists i. 0 <= i < j && b == x[i]) : b == -1001);
        for (int j = 0; j < n; j++)
            if (x[j] > b) b = x[j];
        best[0] = b;
    }
}
