// Bitonic sort of 16 keys in blocks of any size, where each thread puts down its partner also if that is below it.
//% races: racy

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
            {
                bool up = (tid & k) == 0;
                if (up == (shared[tid] > shared[other])) {
                    int swap = shared[tid]; //~ error: race
                    shared[tid] = shared[other]; //~ error: race
                    shared[other] = swap; //~ error: race
                }
            }
            __syncthreads();
        }
    }
    values[blockIdx.x * NUM + tid] = shared[tid];
}
