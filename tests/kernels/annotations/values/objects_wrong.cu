// One member that differs, and objects are not equal.
//% verdict: refuted

struct Inner { int k[3]; };
struct Point { float x; Inner in; };

//@ requires 0 < n <= \length(a) && n <= \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> b[j] == a[j]; //~ error: ensures
__global__ void deep(const Point *a, Point *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        b[i] = a[i];
        b[i].in.k[2] = 1;
    }
}

//@ requires 0 < n <= \length(a) && n <= \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> b[j] == a[j]; //~ error: ensures
__global__ void vectors(const float4 *a, float4 *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = make_float4(a[i].x, a[i].y, a[i].z, 0);
}

//@ requires 0 < n <= \length(a) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> a[j] == \old(a[j]); //~ error: ensures
__global__ void swapped(int2 *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = make_int2(a[i].y, a[i].x);
}

//@ requires 0 < n <= \length(a) && n <= \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> b[j] != a[j]; //~ error: ensures
__global__ void copy(const int2 *a, int2 *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i];
}
