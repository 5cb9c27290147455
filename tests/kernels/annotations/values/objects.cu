// Objects are equal if all their members are.
//% verdict: verified

struct Inner { int k[3]; unsigned char c; };
struct Base { int b; };
struct Point : Base { float x; Inner in; bool f; };

//@ requires 0 <= n <= \length(a) && n <= \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> b[j] == a[j] && b[j] == \old(a[j]) && !(b[j] != a[j]);
//@ ensures \forall j. 0 <= j < n -> b[j].in == a[j].in && b[j] == \at(a[j], Pre);
__global__ void copy(const Point *a, Point *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i];
}

//@ requires 0 <= n <= \length(a) && n <= \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> b[j] == a[j];
__global__ void vectors(const float4 *a, float4 *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i];
}

//@ requires 0 <= n <= \length(a) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> a[j].x == \old(a[j].y) && (a[j] == \old(a[j]) <-> \old(a[j].x == a[j].y));
__global__ void swapped(int2 *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = make_int2(a[i].y, a[i].x);
}

__global__ void locals(int2 *a) {
    int2 v = make_int2(threadIdx.x, 3);
    int2 w = v;
    //@ assert v == w && \forall t : thread. threadIdx.x@t == threadIdx.x -> v@t == w;
    a[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
//% verdict of locals: safe
