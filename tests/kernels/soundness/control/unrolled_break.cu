// Unrolled loops with `break` and `continue`.
//% verdict: verified

//@ requires gridDim.x == 1;
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == (t == 0 ? 0 : t <= 2 ? 1 : t == 3 ? 4 : 5);
__global__ void unrolled(int *out) {
    int t = threadIdx.x;
    int acc = 0;
    for (int k = 0; k < 4; k++) {
        if (k == t) break;
        if (k == 1) continue;
        if (k == 2) acc += 2;
        acc += 1;
    }
    out[t] = acc;
}
