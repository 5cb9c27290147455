// What is asserted in a branch holds for the threads in it, not for the others.
//% verdict: refuted

//@ requires gridDim.x == 1;
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == 0;
//~^ error: ensures
__global__ void branch(int *out) {
    int t = threadIdx.x;
    if (t == 0) {
        //@ assert t == 0;
    }
    out[t] = t;
}
