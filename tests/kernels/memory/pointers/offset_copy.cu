// A stretch of one array goes to another place of a second one; the rest of that stays.
//% verdict: verified

//@ requires 0 <= from && 0 <= to && 0 <= n <= blockDim.x * gridDim.x;
//@ requires from + n <= \length(src) && to + n <= \length(dst);
//@ ensures \forall j. 0 <= j < n -> dst[to + j] == src[from + j];
//@ ensures \forall j. 0 <= j < to || to + n <= j < \length(dst) -> dst[j] == \old(dst[j]);
__global__ void offsetCopy(const double *src, double *dst, int from, int to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dst[to + i] = src[from + i];
}
