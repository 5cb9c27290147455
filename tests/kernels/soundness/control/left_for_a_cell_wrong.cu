// The first thread leaves the loop because of a cell; the second one stays in it and changes that cell.
//% verdict: refuted

//@ requires gridDim.x == 1 && blockDim.x == 2;
//@ ensures out[0] == 0; //~ error
__global__ void leaveAlone(int *out) {
    __shared__ int flag[1];
    if (threadIdx.x == 0) flag[0] = 0;
    __syncthreads();
    int k = 0;
    while (k < 3) {
        //@ invariant 0 <= k <= 3;
        if (threadIdx.x == 0 && flag[0] == 0) break; //~ error: race
        if (threadIdx.x == 1) flag[0] = 1; //~ error: race
        k++;
    }
    if (threadIdx.x == 0) out[0] = flag[0];
}
