// Without the guard the odd threads write what the even ones read.
//% verdict: not-verified

__global__ void everyThread(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i + 1]; //~ error: race
}
