// All threads write to one cell: any of the values may stay.
//% verdict: refuted

//@ ensures out[0] == 0;
//~^ error: ensures
__global__ void oneCell(int *out) {
    out[0] = threadIdx.x; //~ error: race
}
