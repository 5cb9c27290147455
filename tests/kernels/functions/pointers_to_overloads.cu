// A pointer's type says which of several functions it is, whatever it is called with later (LOOKUP-23).
//
//% verdict: unsupported
//% verdict of only: verified
//% verdict of instance: verified

__device__ int g(int x) { return 1; }
__device__ int g(float x) { return 2; }
__device__ int h(int x);
__device__ int h(int x) { return 3; }
template <class T> __device__ T half_of(T x) { return x / 2; }
template <int (*F)(int)> __device__ int applied(float x) { return F(x); }

//@ requires 1 <= \length(c);
//@ ensures c[0] == 2;
__global__ void overloaded(int *c) {
    int (*f)(int) = g;
    if (blockIdx.x == 0 && threadIdx.x == 0) c[0] = f(1.5f);
}

//@ requires 1 <= \length(c);
//@ ensures c[0] == 2;
__global__ void of_template(int *c) {
    if (blockIdx.x == 0 && threadIdx.x == 0) c[0] = applied<g>(1.5f);
}

//@ requires 1 <= \length(c);
//@ ensures c[0] == 3;
__global__ void deduced(int *c) {
    float (*f)(float) = half_of;
    if (blockIdx.x == 0 && threadIdx.x == 0) c[0] = 2 * f(3);
}

//@ requires 1 <= \length(c);
//@ ensures c[0] == 3;
__global__ void only(int *c) {
    int (*f)(int) = &h;
    if (blockIdx.x == 0 && threadIdx.x == 0) c[0] = f(1.5f);
}

//@ requires 1 <= \length(c);
//@ ensures c[0] == 3;
__global__ void instance(int *c) {
    float (*f)(float) = half_of<float>;
    if (blockIdx.x == 0 && threadIdx.x == 0) c[0] = 2 * f(3);
}
