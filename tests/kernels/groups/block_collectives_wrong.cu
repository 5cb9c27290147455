// The sum of a block is that of thread 0 alone.
//% verdict: refuted

#include <cub/cub.cuh>

//@ requires blockDim.x == 64 && gridDim.x == 1;
//@ ensures out[0] == sum(j, in[j], 0, 63);
__global__ void ofThreadOne(const int *in, int *out) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage held;
    int total = Reduce(held).Sum(in[threadIdx.x]);
    if (threadIdx.x == 1) out[0] = total; //~ error: initialised
}
