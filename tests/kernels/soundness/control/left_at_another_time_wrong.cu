// Of two ways out of a loop only one has a reason; the function's value must not be taken for the other's.
//% verdict: refuted

__device__ int search(const int *a, int n, int key) {
    for (int k = 0; k < n; k++) {
        //@ invariant 0 <= k <= n;
        if (a[k] == key) return k;
        if (a[k] == 0) return 7;
    }
    return 7;
}

//@ requires n <= blockDim.x * gridDim.x && 7 <= m;
//@ ensures \forall r. 0 <= r < n -> found[r] == 7 || a[r * m + found[r]] == key;
//@ ensures \forall r. 0 <= r < n -> a[r * m + found[r]] == key; //~ error
__global__ void searchAll(const int *a, int *found, int n, int m, int key) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < n) found[r] = search(a + r * m, m, key);
}
