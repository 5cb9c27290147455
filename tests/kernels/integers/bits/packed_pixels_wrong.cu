// Saturation is taken for wrapping: 200 and 100 make 255 and not 44.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(sum);
//@ requires \forall i. 0 <= i < n -> a[i] == 200;
//@ ensures \forall i. 0 <= i < n -> sum[i] == 44;
//~^ error: ensures
__global__ void added(const unsigned *a, unsigned *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = __vaddus4(a[i], 100u);
}
