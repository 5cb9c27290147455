// The extent of an array gives a template parameter its value, and the parameter its own type.
//% verdict: verified

__device__ int kind(int n) { return 1; }
__device__ int kind(long n) { return 2; }

template <int N> __device__ int of_int(int (&a)[N]) { return kind(N) + N; }
template <long N> __device__ int of_long(int (&a)[N]) { return kind(N) + (int)N; }

//@ requires \length(o) == 2 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 5 && o[1] == 6;
__global__ void chosen(int *o) {
    int x[4] = {0, 0, 0, 0};
    o[0] = of_int(x);
    o[1] = of_long(x);
}
