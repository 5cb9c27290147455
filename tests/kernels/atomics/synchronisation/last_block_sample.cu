// Last-block sums as they are written: by the toolkit's sample, whose reader has a barrier in place of a fence and sets the counter back,
// and by an atomic object (ATOMIC-19). No run may show a race.
//% verdict: verified
//% known: unknown -- fences, acquire and release order nothing in proofs of races

#include <cuda/atomic>

__device__ unsigned int retired = 0;

//@ requires retired == 0;
__global__ void sample(const int *in, int *part, int *out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x]; //~ unproved: ordered by fence and counter
        __threadfence();
        unsigned int ticket = atomicInc(&retired, gridDim.x); //~ unproved: all others have been seen
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++)
            sum += part[b];
        *out = sum; //~ unproved: there is one last block only
        retired = 0; //~ unproved: there is one last block only
    }
}

//@ requires *count == 0;
__global__ void by_object(const int *in, int *part, int *out, unsigned *count) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> done(*count);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = in[blockIdx.x]; //~ unproved: ordered by the counter
        if (done.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) {
            int sum = 0;
            for (int b = 0; b < gridDim.x; b++)
                sum += part[b];
            *out = sum; //~ unproved: there is one last block only
        }
    }
}
