// A struct and a typedef inside the kernel, an array of it in shared memory.
//% verdict: safe

//@ requires blockDim.x == 64;
__global__ void pairsInside(const int *keys, int *out) {
    struct Entry {
        int key, origin;
    };
    __shared__ Entry table[64];
    Entry mine = {keys[blockIdx.x * 64 + threadIdx.x], (int)threadIdx.x};
    table[threadIdx.x] = mine;
    __syncthreads();
    int rank = 0;
    for (int i = 0; i < 64; i++) {
        const Entry &e = table[i];
        if (e.key < mine.key || (e.key == mine.key && e.origin < mine.origin)) rank++;
    }
    out[blockIdx.x * 64 + threadIdx.x] = rank;
}
