// Which lanes have the same key, and whether all have.
//% verdict: verified
//% verdict of keyed: safe

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures (\forall k. 0 <= k < 32 -> key[k] == key[0]) -> same[0] == 1;
//@ ensures \forall j, k. 0 <= j < 32 && 0 <= k < 32 && key[j] != key[k] -> same[0] == 0;
__global__ void all_same(const int *key, int *same) {
    int agree;
    unsigned lanes = __match_all_sync(0xffffffff, key[threadIdx.x], &agree);
    if (threadIdx.x == 0)
        same[0] = agree != 0;
}

// Lanes with the same key are a group of their own.
__global__ void keyed(const int *key, const int *value, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned peers = __match_any_sync(0xffffffff, key[i]);
    out[i] = __reduce_add_sync(peers, value[i]);
}
