// Device functions that give results through references, also to array cells and members.
//% verdict: verified

struct MinMax {
    int lo, hi;
};

__device__ void sort2(int &a, int &b) {
    if (a > b) {
        int t = a;
        a = b;
        b = t;
    }
}

__device__ void widen(MinMax &m, const int &v) {
    if (v < m.lo) m.lo = v;
    if (v > m.hi) m.hi = v;
}

//@ requires 0 <= n <= blockDim.x * gridDim.x && 2 * n <= \length(a) && n <= \length(r);
//@ ensures \forall i. 0 <= i < n -> a[2 * i] <= a[2 * i + 1];
//@ ensures \forall i. 0 <= i < n -> r[i].lo == a[2 * i] && r[i].hi == a[2 * i + 1];
__global__ void sortPairs(int *a, MinMax *r, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        sort2(a[2 * i], a[2 * i + 1]);
        r[i].lo = a[2 * i];
        r[i].hi = a[2 * i];
        widen(r[i], a[2 * i + 1]);
    }
}
