// Behind the return not all threads are active.
//% verdict: refuted

//@ requires 0 <= n;
__global__ void actives(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    //@ assert \forall t : thread. \active(t);
    //~^ error: assert
    out[i] = 1;
}
