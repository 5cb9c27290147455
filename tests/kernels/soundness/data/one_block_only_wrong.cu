// Right for one block; with two, the second one's elements are not done.
//% verdict: refuted

//@ requires n == blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> out[j] == 0;
//~^ error: ensures
__global__ void clear(int *out, int n) {
    out[threadIdx.x] = 0; //~ error: race
}
