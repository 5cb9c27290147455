// An exchange through shared memory within a warp, ordered by __syncwarp: right, not proved today.
//% verdict: verified
//% known: unknown -- __syncwarp orders nothing in proofs of races

//@ requires blockDim.x <= 32;
__global__ void reverse(int *data) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * blockDim.x + t]; //~ unproved: ordered by __syncwarp
    __syncwarp();
    data[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
