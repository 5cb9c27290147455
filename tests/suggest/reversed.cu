// The last element first.
//% offers: requires \length(a) >= n;
//% offers: writes a;
//% verdict: safe
__global__ void turn(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        int other = a[n - 1 - i];
        a[n - 1 - i] = a[i];
        a[i] = other;
    }
}
