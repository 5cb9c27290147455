// Shared memory that is read before a barrier; global memory that two blocks write.
//% run: --block 2 --grid 1 --arg data=random(2) --arg safe=1 -> ok
//% run: --block 2 --grid 1 --arg data=random(2) --arg safe=1 --schedule exhaustive -> ok
//% run: --block 2 --grid 1 --arg data=[1,2] --arg safe=0 -> race@17
//% run: --block 2 --grid 1 --arg data=random(2) --arg safe=0 --schedule reverse -> race@11; remark@17
//% run: --block 1 --grid 1 --arg data=random(2) --arg safe=0 -> ok
//% run: --block 1 --grid 2 --arg data=random(2) --arg safe=1 -> race@18 race@18
__global__ void k(int *data, bool safe) {
    __shared__ int held[64];
    int t = threadIdx.x;
    held[t] = data[t];
    if (safe) {
        __syncthreads();
    }
    int other = blockDim.x - 1 - t;

    int got = held[other];
    data[t] = got;
}
