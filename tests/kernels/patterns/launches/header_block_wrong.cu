//xfail:RACE
//--blockDim=[16,8] --gridDim=[2,2]
// The same with a plane of threads, of which the second coordinate is forgotten.
//% races: racy

__global__ void pairs(float *a) {
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * 128 + threadIdx.x;
    a[i] = 0.5f; //~ error: race
}
