// `*c` and `*(c + k)` are cells.
//% verdict: verified

//@ requires 3 <= n <= \length(c) && n <= \length(d) && n <= blockDim.x * gridDim.x;
//@ requires *c == 1 && *(c + 1) == 2 && (c + 1)[1] == 3;
//@ ensures *d == *c && *(d + 2) == 3 && *(2 + d) == *(d + n - n + 2);
//@ ensures \forall j. 0 <= j < n -> *(d + j) == c[j] && *(d + j - 0) == *(c + (j + 1) - 1);
//@ ensures \forall j. 0 < j < n -> (d + j)[-1] == c[j - 1];
__global__ void copy(const int *c, int *d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = c[i];
}

struct Point { int x; int y; };

//@ requires \length(v) == 2 && (*v).x == 1 && (*(v + 1)).y == 2;
//@ ensures v[0].x == 1 && v[1].y == 2;
__global__ void objects(const Point *v) {}

__global__ void rows(int *out) {
    __shared__ int m[4][8];
    if (threadIdx.x < 8) m[1][threadIdx.x] = threadIdx.x;
    //@ assert threadIdx.x < 8 -> *(*(m + 1) + threadIdx.x) == threadIdx.x && (*(m + 1))[threadIdx.x] == threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
//% verdict of rows: safe
