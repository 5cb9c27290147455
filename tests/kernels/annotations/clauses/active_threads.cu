// Which threads are active at a place.
//% verdict: verified

//@ requires 0 <= n;
//@ ensures \forall j. 0 <= j < n && j < blockDim.x * gridDim.x -> out[j] == 1;
__global__ void actives(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        //@ assert \forall t : thread. \active(t) <-> i@t < n;
        out[i] = 1;
    }
    //@ assert \forall t : thread. \active(t);
}
