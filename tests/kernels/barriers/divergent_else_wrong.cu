// Two barriers in two branches are not one barrier.
//% verdict: refuted

//@ requires blockDim.x <= 256;
__global__ void twoBranches(int *data) {
    __shared__ int held[256];
    int t = threadIdx.x;
    int g = blockIdx.x * blockDim.x + t;
    if (t % 2 == 0) {
        held[t] = 1;
        __syncthreads(); //~ error: barrier
    } else {
        held[t] = 2;
        __syncthreads(); //~ error: barrier
    }
    data[g] = held[t];
}
