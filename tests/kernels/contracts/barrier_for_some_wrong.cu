// A function with a barrier is called by contract from some threads of a block only (CALL-7).
//% verdict: refuted

//@ requires \length(a) == blockDim.x * gridDim.x;
//@ writes a[blockIdx.x * blockDim.x + threadIdx.x .. blockIdx.x * blockDim.x + threadIdx.x];
//@ ensures a[blockIdx.x * blockDim.x + threadIdx.x] == \old(a[blockIdx.x * blockDim.x + threadIdx.x]) + c;
__device__ void change(float *a, float c) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    __syncthreads(); //~ error: barrier
    a[i] = a[i] + c;
}

//@ requires \length(a) == blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < blockDim.x * gridDim.x && j < n -> a[j] == \old(a[j]) + c;
__global__ void changed(float *a, int n, float c) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) change(a, c);
}
