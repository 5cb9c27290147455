// The lanes of one mask meet in both arms of a branch, at the same intrinsic: the pattern of the programming guide.
//% verdict: verified

//@ requires blockDim.x == 32;
//@ ensures \forall b : block. \forall l. 0 <= l < 16 -> out[32 * blockIdx.x@b + l] == in[32 * blockIdx.x@b + l + 16] + 2;
//@ ensures \forall b : block. \forall l. 16 <= l < 32 -> out[32 * blockIdx.x@b + l] == in[32 * blockIdx.x@b + l - 16] - 1;
__global__ void swapped(const int *in, int *out) {
    int i = 32 * blockIdx.x + threadIdx.x;
    int v = in[i];
    if (threadIdx.x % 32 < 16) {
        int mine = v + 1;
        int theirs = __shfl_xor_sync(0xffffffff, mine, 16);
        out[i] = theirs + 4;
    } else {
        int other = __shfl_xor_sync(0xffffffff, v - 2, 16);
        out[i] = other - 2;
    }
}
