// The rotation goes the other way.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(turned);
//@ requires \forall i. 0 <= i < n -> a[i] == 1;
//@ ensures \forall i. 0 <= i < n -> turned[i] == 256;
//~^ error: ensures
__global__ void rotate(const unsigned *a, unsigned *turned, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) turned[i] = __funnelshift_r(a[i], a[i], 8);
}
