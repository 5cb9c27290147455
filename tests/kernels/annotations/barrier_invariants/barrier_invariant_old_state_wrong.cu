// The barrier invariant holds of what stood in the array then, and the array has changed since.
//% verdict: not-verified

//@ requires gridDim.x == 1 && blockDim.x <= \length(out);
__global__ void changed(int *out) {
    __shared__ int at[1024];
    int t = threadIdx.x;
    at[t] = t;
    //@ barrier_invariant at[t] != \other(at[t]);
    __syncthreads();
    at[t] = at[t] / 2;
    __syncthreads();
    out[at[t]] = t; //~ error: race
}
