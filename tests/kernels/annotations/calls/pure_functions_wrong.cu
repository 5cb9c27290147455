// What a call gives in a clause is what it gives in the program.
//% verdict: refuted

__device__ float relu(float v) { return v > 0 ? v : 0; }

//@ requires n <= \length(x) && n <= \length(y) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> y[i] == relu(x[i]); //~ error: ensures
__global__ void aboveOne(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(x[i], 1);
}

// The array as it is at the end.
__device__ float twice(const float *p, int i) { return p[i] * 2; }

//@ requires n <= \length(y) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> y[i] == twice(y, i); //~ error: ensures
__global__ void inPlace(float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = twice(y, i);
}

// Unsigned arithmetic under `wraps` is modulo, casts are, and quotients are cut off.
__device__ unsigned hash(unsigned x) {
    //@ wraps;
    return x * 2654435761u;
}

//@ ensures n < 4 -> hash(n) == n * 2654435761; //~ error: ensures
__global__ void wrapped(unsigned n) {}

__device__ int low(int v) { return (signed char) v; }

//@ ensures low(n) == n; //~ error: ensures
__global__ void cast(int n) {}

__device__ int half(int v) { return v / 2; }

//@ ensures half(n) * 2 <= n; //~ error: ensures
__global__ void towardsZero(int n) {}

// Of two functions of a name the argument's type decides.
__device__ int step(int v) { return v + 1; }
__device__ float step(float v) { return v; }

//@ ensures n < 9 -> step(n) == n; //~ error: ensures
__global__ void overloaded(int n) {}
