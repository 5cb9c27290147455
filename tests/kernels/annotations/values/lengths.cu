// CLAUSE-52: of a pointer into an array, what lies behind it.
//% verdict: verified

struct Point { float x, y; };

__device__ int taken(const int *v, int i) {
    //@ assert i < \length(v);
    return v[i];
}

//@ requires 1 <= n && 0 <= k && n + k <= \length(p) && n <= blockDim.x * gridDim.x;
//@ requires \length(points) == 10;
//@ ensures \forall j. 0 <= j < n -> p[j + k] == 1;
__global__ void moved(int *p, Point *points, int n, int k) {
    __shared__ int s[64];
    int *q = p + k;
    //@ assert n <= \length(q) && \length(q) + k == \length(p);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) q[i] = 1;
    int *r = p + i;
    r++;
    //@ assert \length(r) == \length(p) - i - 1;
    //@ assert \forall t : thread. \length(r@t) == \length(p) - i@t - 1;
    int *z = s + threadIdx.x;
    //@ assert \length(z) == 64 - threadIdx.x;
    Point *few = points + 7;
    //@ assert \length(few) == 3;
}

//@ requires \length(p) == 8 && \length(out) == blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < \length(out) -> out[j] == p[7];
__global__ void last(const int *p, int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = taken(p + 4, 3);
}
