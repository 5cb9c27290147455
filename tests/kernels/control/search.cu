// Searches that end where something is found: what held in the iterations before is known without an invariant.
//% verdict: verified

// The guard itself looks for the end.
//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(x) && n <= \length(next);
//@ ensures \forall r. 0 <= r < n -> r <= next[r] <= n && (\forall k. r <= k < next[r] -> x[k] != 0) && (next[r] < n -> x[next[r]] == 0);
__global__ void nextZero(const int *x, int *next, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    int i = r;
    while (i < n && x[i] != 0)
        i++;
    next[r] = i;
}

// The last one, from behind.
//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= n <= \length(x) && rows <= \length(last);
//@ ensures \forall r. 0 <= r < rows -> -1 <= last[r] < n && (\forall k. last[r] < k < n -> x[k] > r) && (0 <= last[r] -> x[last[r]] <= r);
__global__ void lastBelow(const int *x, int *last, int rows, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int at = -1;
    for (int i = n - 1; i >= 0; --i) {
        if (x[i] > r)
            continue;
        at = i;
        break;
    }
    last[r] = at;
}
