// Pixels of four bytes: the brighter of two images, and where it is the first one.
//% verdict: verified

//@ requires n <= \length(a) && n <= \length(b) && n <= \length(most) && n <= \length(same);
//@ ensures \forall i. 0 <= i < n -> most[i] % 256 == max(a[i] % 256, b[i] % 256);
//@ ensures \forall i. 0 <= i < n -> most[i] / 16777216 == max(a[i] / 16777216, b[i] / 16777216);
//@ ensures \forall i. 0 <= i < n && a[i] == b[i] -> same[i] == 16843009;
__global__ void brighter(const unsigned *a, const unsigned *b, unsigned *most, unsigned *same, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        most[i] = __vmaxu4(a[i], b[i]);
        same[i] = __vseteq4(a[i], b[i]);
    }
}
