// Rotations by shifts across two words, the mean of two indices, and bytes in the other order (VALUE-42).
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(turned) && n <= \length(middle) && n <= \length(swapped);
//@ ensures \forall i. 0 <= i < n -> turned[i] == a[i] / 16777216 + a[i] % 16777216 * 256;
//@ ensures \forall i. 0 <= i < n -> middle[i] == (i + n) / 2;
//@ ensures \forall i. 0 <= i < n -> swapped[i] % 256 == a[i] / 16777216;
__global__ void rotate(const unsigned *a, unsigned *turned, int *middle, unsigned *swapped, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    turned[i] = __funnelshift_l(a[i], a[i], 8);
    middle[i] = __hadd(i, n);
    swapped[i] = __byte_perm(a[i], 0, 0x0123);
}
