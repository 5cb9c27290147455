// Where C gives a call no value, a clause has none: it must not be proved.
//% verdict: not-verified

__device__ int quotient(int a, int b) { return a / b; }
//@ ensures quotient(n, n) == quotient(n, n); //~ error: division
__global__ void byZero(int n) {}

__device__ int unused(int a, int b) {
    int r = a / b;
    return 1;
}
//@ ensures unused(1, n) == 1; //~ error: division
__global__ void evaluated(int n) {}

__device__ unsigned before(unsigned u) { return u - 1; }
//@ ensures before(u) == u - 1; //~ error: division
__global__ void wraps(unsigned u) {}

__device__ signed char narrow(int v) { return v; }
//@ ensures narrow(n) == n; //~ error: division
__global__ void narrowed(int n) {}

__device__ int square(int v) { return v * v; }
//@ ensures \forall i. square(i) == i * i; //~ error: division
__global__ void argument(int n) {}

__device__ int cell(const int *p, int i) { return p[i]; }
//@ requires \length(p) == 4;
//@ ensures cell(p, n) == cell(p, n); //~ error: division
__global__ void outside(const int *p, int n) {}

__device__ long long product(int a) { return a * a; }
//@ ensures product(100000) == 10000000000; //~ error: division
__global__ void overflows(int n) {}

__device__ int outcome(int a, int b) { return a > 0 || 1 / a < b ? 1 : 2; }
//@ ensures outcome(0, n) == outcome(0, n); //~ error: division
__global__ void shortCircuit(int n) {}

__device__ int under(int c, int a, int b) {
    int r = 0;
    if (c > 0) r = a / b;
    return 1;
}

// What is evaluated under a condition is evaluated.
//@ ensures under(1, 1, n) == 1; //~ error: division
__global__ void underCondition(int n) {}

__device__ int ignores(int x) {
    return 1;
}

// So are arguments.
//@ ensures ignores(1 / n) == 1; //~ error: division
__global__ void unusedArgument(int n) {}
