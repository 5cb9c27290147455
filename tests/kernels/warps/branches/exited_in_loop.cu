// A lane returns from the loop when its work is done; the others go on without it.
//% verdict: safe

__global__ void rounds(int *out) {
    int lane = threadIdx.x % 32;
    for (int k = 0; k < 4; k++) {
        if (k == lane)
            return;
        if (__all_sync(0xffffffff, k < lane))
            out[blockIdx.x * blockDim.x + threadIdx.x] = k;
    }
}
