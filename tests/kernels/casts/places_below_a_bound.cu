// The cast of a counter below two bounds.
//% verdict: safe
//% known: unknown -- the remainders of two iterations are not seen to be the numbers themselves

//@ requires n == \length(x);
__global__ void below_a_bound(float *x, unsigned n) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n && i < 1000000; i += blockDim.x * gridDim.x) {
        int j = (int)i;
        x[j] = 1; //~ unproved: see above
    }
}
