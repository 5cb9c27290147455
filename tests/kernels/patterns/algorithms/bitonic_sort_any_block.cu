// Bitonic sort of 16 keys, in blocks of any size: what is compared and exchanged is a long history of the array.
//% races: race-free

#define NUM 16

//@ requires blockDim.x <= NUM;
__global__ void bitonicSort(int *values) {
    __shared__ int shared[NUM];
    const unsigned tid = threadIdx.x;
    shared[tid] = values[blockIdx.x * NUM + tid];
    __syncthreads();
    for (unsigned k = 2; k <= NUM; k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned other = tid ^ j;
            if (other > tid) {
                bool up = (tid & k) == 0;
                if (up == (shared[tid] > shared[other])) {
                    int swap = shared[tid];
                    shared[tid] = shared[other];
                    shared[other] = swap;
                }
            }
            __syncthreads();
        }
    }
    values[blockIdx.x * NUM + tid] = shared[tid];
}
