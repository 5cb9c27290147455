// Loops whose counters double and halve: how far they come, what two of them are to each other, and that they end.
//% verdict: verified

//@ requires \is_pow2(n) && 1 <= \length(out);
//@ ensures out[0] == n;
__global__ void reaches(int *out, int n) {
    int d = 1;
    while (d < n)
        d *= 2;
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = d;
}

//@ requires 1 <= n && 1 <= \length(out);
//@ ensures n < out[0] <= 2 * n;
__global__ void passes(int *out, int n) {
    int d = 1;
    for (; d <= n; d <<= 1) {
    }
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = d;
}

//@ requires \is_pow2(n) && 1 <= \length(out);
//@ ensures out[0] == 2 * n;
__global__ void oneUpOneDown(int *out, int n) {
    int up = 1;
    for (int down = n; down > 0; down /= 2)
        up *= 2;
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = up;
}

//@ requires 0 <= k <= 30 && 1 <= \length(out);
//@ ensures out[0] == \pow(2, k);
__global__ void counted(int *out, int k) {
    int power = 1;
    for (int i = 0; i < k; i++)
        power *= 2;
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = power;
}

//@ requires \is_pow2(n) && 1 <= \length(out);
//@ ensures out[0] == 3 * n;
__global__ void sameFactor(int *out, int n) {
    int triple = 3;
    for (int d = 1; d < n; d *= 2)
        triple *= 2;
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = triple;
}

//@ requires \is_pow2(n) && 1 <= \length(out);
//@ ensures out[0] == 1;
__global__ void comesToOne(int *out, int n) {
    int m = n;
    while (m > 1)
        m /= 2;
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = m;
}

//@ requires \is_pow2(n) && 32 <= n && 1 <= \length(out);
//@ ensures out[0] == 32;
__global__ void comesToWarp(unsigned *out, unsigned n) {
    unsigned m = n;
    for (; m > 32; m >>= 1) {
    }
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = m;
}

//@ requires 0 <= k && k <= n && 1 <= \length(out);
//@ ensures k / 2 <= out[0] && out[0] < \max(1, k);
__global__ void comesBelow(int *out, int n, int k) {
    int m = n;
    for (; m >= k && m > 0; m /= 2) {
    }
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = m;
}
