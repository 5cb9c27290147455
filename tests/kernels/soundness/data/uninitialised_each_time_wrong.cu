// A local declared in a loop's body does not keep its value from one iteration to the next.
//% verdict: refuted

//@ requires gridDim.x == 1;
//@ ensures \forall t. 0 <= t < blockDim.x -> out[2 * t + 1] == 5;
__global__ void declaredInside(int *out) {
    for (int k = 0; k < 2; k++) {
        int x;
        if (k == 0) x = 5;
        out[2 * threadIdx.x + k] = x; //~ error: initialised
    }
}
