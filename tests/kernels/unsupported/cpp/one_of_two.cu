// One kernel that is not modelled does not keep the other from being proved.
//% verdict: verified
//% verdict of counting: unsupported

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == 1;
__global__ void ones(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1;
}

__global__ void counting(int *total, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) asm volatile("sad.s32 %0, %0, 1, 0;" : "+r"(*total));
}
