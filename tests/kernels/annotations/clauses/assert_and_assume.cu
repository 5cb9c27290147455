// What is asserted is proved and then known; what is assumed is listed in the report.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> 0 <= root[j];
__global__ void doubled(const int *in, int *root, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        //@ assert 0 <= i < n;
        int x = in[i];
        //@ assume 0 <= x;
        int y = 2 * x;
        //@ assert x <= y;
        root[i] = y;
    }
}
