// A deleted function takes part in the choice of the function that a call means.
//% verdict: verified

__device__ int chosen(int) { return 1; }
__device__ int chosen(float) = delete;

//@ requires \length(o) == 1;
//@ ensures o[0] == 1;
__global__ void deleted(int *o)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = chosen(1);
}
