// The functions read a cell more than they say: one behind the range, one of an array that is not listed.
//% verdict: not-verified

//@ requires 0 <= at && at + 1 < \length(a);
//@ reads a[at .. at];
//@ ensures \result == \old(a[at]) + \old(a[at + 1]);
__device__ int pair(const int *a, int at) { return a[at] + a[at + 1]; } //~ error: ensures

//@ requires blockDim.x <= \length(s) && blockDim.x <= \length(w);
//@ reads s[threadIdx.x .. threadIdx.x];
//@ writes s[threadIdx.x .. threadIdx.x];
//@ ensures s[threadIdx.x] == \old(s[threadIdx.x]) * w[threadIdx.x];
__device__ void scale(int *s, const int *w) { s[threadIdx.x] *= w[threadIdx.x]; } //~ error: ensures

//@ requires gridDim.x == 1 && blockDim.x + 1 <= \length(a) && blockDim.x <= \length(w) && blockDim.x <= \length(out);
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == (a[j] + a[j + 1]) * w[j];
__global__ void pairs(const int *a, const int *w, int *out) {
    out[threadIdx.x] = pair(a, threadIdx.x);
    scale(out, w);
}
