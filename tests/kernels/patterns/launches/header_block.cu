//pass
//--blockDim=64 --gridDim=[4,1]
// A pair of neighbours for each thread, where the header says that rows of 128 are enough: in a larger block two threads
// of different rows would meet.
//% races: race-free

__global__ void pairs(float *a) {
    int i = blockIdx.x * 128 + threadIdx.x;
    a[i] = a[i] * 0.5f;
    a[i + 64] = a[i + 64] * 0.5f;
}
