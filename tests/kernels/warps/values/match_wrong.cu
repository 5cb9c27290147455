// Lanes with the same key wait for each other, but only those with a positive value come.
//% verdict: not-verified

__global__ void keyed(const int *key, const int *value, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned peers = __match_any_sync(0xffffffff, key[i]);
    if (value[i] > 0)
        out[i] = __reduce_add_sync(peers, value[i]); //~ error: barrier
}

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall k. 0 <= k < 31 && key[k] == key[k + 1] -> same[0] == 1; //~ error: ensures
__global__ void all_same(const int *key, int *same) {
    int agree;
    unsigned lanes = __match_all_sync(0xffffffff, key[threadIdx.x], &agree);
    if (threadIdx.x == 0)
        same[0] = lanes != 0;
}
