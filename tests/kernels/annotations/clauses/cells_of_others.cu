// What a thread's cell is compared with lies at an index of its own, in the array of another block or thread.
//% verdict: verified

//@ requires blockDim.x <= 64;
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x -> out[b * blockDim.x + t] == 2 * t;
__global__ void doubles(int *out) {
    __shared__ int s[64];
    int own[2];
    s[threadIdx.x] = 2 * threadIdx.x;
    own[0] = threadIdx.x;
    own[1] = blockIdx.x;
    //@ assert \forall b : block. s@b[threadIdx.x] == s[threadIdx.x];
    //@ assert \forall u : thread. blockIdx.x@u == blockIdx.x -> own@u[1] == own[1];
    int which = threadIdx.x % 2;
    //@ assert \forall u : thread. u == u && own@u[which] == (which == 0 ? threadIdx.x@u : blockIdx.x@u);
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
