// Bitonic sort of 32 keys.
//% races: race-free
//% options: --block 32

#define NUM 32

__global__ void bitonicSort(int *values) {
    __shared__ int shared[NUM];
    const unsigned tid = threadIdx.x;
    shared[tid] = values[blockIdx.x * NUM + tid];
    __syncthreads();
    for (unsigned k = 2; k <= NUM; k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned ixj = tid ^ j;
            if (ixj > tid) {
                if ((tid & k) == 0) {
                    if (shared[tid] > shared[ixj]) {
                        int swap = shared[tid];
                        shared[tid] = shared[ixj];
                        shared[ixj] = swap;
                    }
                } else {
                    if (shared[tid] < shared[ixj]) {
                        int swap = shared[tid];
                        shared[tid] = shared[ixj];
                        shared[ixj] = swap;
                    }
                }
            }
            __syncthreads();
        }
    }
    values[blockIdx.x * NUM + tid] = shared[tid];
}
