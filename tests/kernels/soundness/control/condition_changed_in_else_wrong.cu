// Threads that did not take the first way out changed what its condition reads.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall r. 0 <= r < n -> left[r] != 5; //~ error
__global__ void elsewhere(int *left, const int *a, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    int k = a[r];
    while (true) {
        //@ invariant r < n;
        if (k == 5) {
            k = 6;
            break;
        } else {
            k = 5;
        }
        if (r >= 0) break;
    }
    left[r] = k;
}
