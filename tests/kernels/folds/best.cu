// What a loop assigned last, and why: the index of a minimum or maximum, whether something was found, the last place of it.
//% verdict: verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 1 <= cols && rows * cols <= \length(x) && rows <= \length(best);
//@ ensures \forall r. 0 <= r < rows -> 0 <= best[r] < cols && (\forall c. 0 <= c < cols -> x[r * cols + best[r]] <= x[r * cols + c])
//@   && (\forall c. best[r] < c < cols -> x[r * cols + best[r]] < x[r * cols + c]);
__global__ void lastSmallest(const int *x, int *best, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int at = 0;
    for (int c = 1; c < cols; ++c)
        if (x[r * cols + c] <= x[r * cols + at])
            at = c;
    best[r] = at;
}

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= n && rows * n <= \length(x) && rows <= \length(found);
//@ ensures \forall r. 0 <= r < rows -> (found[r] != 0 <-> \exists k. 0 <= k < n && x[r * n + k] == key);
__global__ void contains(const int *x, int *found, int rows, int n, int key) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int seen = 0;
    for (int i = 0; i < n; i++)
        if (x[r * n + i] == key)
            seen = 1;
    found[r] = seen;
}

//@ requires 0 <= n <= \length(x) && 1 <= \length(last);
//@ ensures -1 <= last[0] < n && (0 <= last[0] -> x[last[0]] > 0) && \forall k. last[0] < k < n -> x[k] <= 0;
__global__ void lastPositive(const int *x, int *last, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int at = -1;
        for (int i = 0; i < n; i++)
            if (x[i] > 0)
                at = i;
        last[0] = at;
    }
}

//@ requires 1 <= n <= \length(x) && 1 <= \length(best);
//@ ensures 0 <= best[0] < n && (\forall c. 0 <= c < n -> x[c] <= x[best[0]]) && \forall c. 0 <= c < best[0] -> x[c] < x[best[0]];
__global__ void firstLargest(const float *x, int *best, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int at = 0;
        for (int c = 1; c < n; ++c)
            if (x[c] > x[at])
                at = c;
        best[0] = at;
    }
}
