// The assertion overlooks that the element may be negative.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
__global__ void doubled(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int x = in[i];
        int y = 2 * x;
        //@ assert x <= y;
        //~^ error: assert
        out[i] = y;
    }
}
