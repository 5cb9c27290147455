// The loop changes the array inside the function that it calls.
//% verdict: refuted

__device__ void put(int *place, int value) { *place = value; }

//@ requires gridDim.x == 1 && 1 <= n;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == \old(out[j]);
//~^ error: ensures
__global__ void indirect(int *out, int n) {
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n;
        put(out + threadIdx.x, k);
    }
}
