// Each half comes to a __syncwarp of its own, one after the other.
//% verdict: verified
//% known: unknown -- that lanes meet at places behind each other is not modelled

//@ requires blockDim.x == 32;
__global__ void apart(int *out) {
    int t = threadIdx.x;
    if (t < 16)
        __syncwarp(); //~ unproved: the lanes meet elsewhere
    out[32 * blockIdx.x + t] = t;
    if (t >= 16)
        __syncwarp(); //~ unproved: the lanes meet elsewhere
}
