// Wrong for one length only, which no small launch has: a solver's model tells it, and a run confirms it.
//% verdict: refuted

//@ requires 0 <= n && n <= \length(a) && n <= \length(b);
//@ ensures \forall j. 0 <= j < n -> b[j] == a[j]; //~ error: ensures
__global__ void skewed(const int *a, int *b, int n) {
    int skew = n / 7 == 176 && n % 7 == 2 ? 1 : 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) b[i] = a[i] + skew;
}
