// The index is that of the thread that speaks, not of the one whose array it is.
//% verdict: refuted

__global__ void own(int *out) {
    int mine[4];
    int which = threadIdx.x % 4;
    mine[0] = 0;
    mine[1] = 1;
    mine[2] = 2;
    mine[3] = 3;
    //@ assert \forall u : thread. mine@u[which] == which;
    //@ assert \forall u : thread. mine@u[which] == which@u; //~ error: assert
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
