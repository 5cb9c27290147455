// The strides of y and z are mixed up: only threads of different y and z meet.
//% verdict: not-verified

//@ requires gridDim.x == 1 && gridDim.y == 1 && gridDim.z == 1;
__global__ void volume(int *a) {
    a[(threadIdx.z * blockDim.x + threadIdx.y) * blockDim.x + threadIdx.x] = 1; //~ error: race
}
