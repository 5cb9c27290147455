// A loop that is left in its middle: why a thread left is known behind it, without an invariant that says so.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall r. 0 <= r < n && 0 < limit -> limit <= length[r] < 2 * limit;
//@ ensures \forall r. 0 <= r < n && 0 < limit -> 2 * last[r] == length[r] || last[r] == 0;
__global__ void doubling(int *length, int *last, int n, int limit) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n || limit <= 0) return;
    int size = 1;
    int before = 0;
    while (true) {
        //@ invariant 1 <= size && (2 * before == size || before == 0) && (size < 2 * limit);
        if (size >= limit) break;
        before = size;
        size = size + size;
    }
    length[r] = size;
    last[r] = before;
}
