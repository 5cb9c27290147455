// Threads of two blocks do have the same place within their block.
//% verdict: refuted

__global__ void numbers(int *out) {
    int t = threadIdx.x;
    //@ assert \forall p : thread. \forall q : thread. t@p == t@q -> blockIdx.x@p == blockIdx.x@q;
    //~^ error: assert
    out[blockIdx.x * blockDim.x + t] = t;
}
