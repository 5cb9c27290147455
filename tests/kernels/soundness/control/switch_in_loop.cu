// In a `switch` inside a loop, `break` leaves the `switch` and `continue` the iteration.
//% verdict: verified

//@ requires gridDim.x == 1 && 0 <= n;
//@ requires \forall k. 0 <= k < n -> 0 <= op[k] <= 2;
//@ ensures \forall t. 0 <= t < blockDim.x -> out[t] == sum(k, op[k] == 0 ? 11 : op[k] == 1 ? 20 : 1, 0, n - 1);
__global__ void machine(const int *op, int *out, int n) {
    int acc = 0;
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n;
        //@ invariant acc == sum(q, op[q] == 0 ? 11 : op[q] == 1 ? 20 : 1, 0, k - 1);
        switch (op[k]) {
        case 0:
            acc += 10;
            break;
        case 1:
            acc += 20;
            continue;
        }
        acc += 1;
    }
    out[threadIdx.x] = acc;
}
