// A value that no case has leaves everything as it was.
//% verdict: refuted

//@ requires gridDim.x == 1 && 0 <= op <= 2;
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == op + 1;
//~^ error: ensures
__global__ void lookup(int *out, int op) {
    switch (op) {
    case 0:
        out[threadIdx.x] = 1;
        break;
    case 1:
        out[threadIdx.x] = 2;
        break;
    }
}
