// Two locals without initial values need not be equal, nor are those of two threads.
//% verdict: refuted

//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == 0;
__global__ void uninitialised(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x, y;
    out[i] = x - y; //~ error: initialised
}
