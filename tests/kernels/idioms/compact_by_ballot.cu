// Each warp counts what it keeps by one ballot, and a lane writes the count.
//% verdict: safe

//@ requires blockDim.x == 128;
__global__ void count_kept(const int *in, int *kept) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned ballot = __ballot_sync(0xffffffff, in[i] > 0);
    if (threadIdx.x % 32 == 0)
        kept[i / 32] = __popc(ballot);
}
