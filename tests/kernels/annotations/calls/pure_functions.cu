// Clauses call functions of the program: what such a call gives for its arguments.
//% verdict: verified

__device__ float relu(float v) { return v > 0 ? v : 0; }

__device__ float leaky(float v, float slope) {
    if (v > 0) return v;
    float w = slope * v;
    w = w + 0;
    return w;
}

__device__ int clamped(int v, int low, int high) {
    if (v < low) {
        v = low;
    } else if (v > high)
        v = high;
    return v;
}

__device__ int quotient(int a, int b) {
    if (b == 0) return 0;
    return a / b;
}

__device__ float twice(const float *__restrict__ p, int i) { return p[i] * 2; }
__device__ float both(const float *p, int i) { return leaky(twice(p, i), 0.5f) + relu(p[i]); }

//@ requires n <= \length(x) && n <= \length(y) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> y[i] == relu(x[i]);
__global__ void rectified(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(x[i], 0);
}

// Arrays that the function reads are those of the clause's state.
//@ requires n <= \length(y) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> y[i] == \old(both(y, i));
__global__ void inPlace(float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = both(y, i);
}

//@ requires n <= \length(x) && n <= \length(y) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> y[i] == clamped(x[i], 0, 255);
//@ ensures quotient(n, n - n) == 0 && quotient(-7, 2) == -3 && quotient(7, -2) == -3;
__global__ void bytes(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = min(max(x[i], 0), 255);
}

// A bound variable is no variable of the body, and none of the body is one outside.
__device__ int shadowed(int a) {
    a = a + 1;
    {
        int a = 7;
        a++;
    }
    return a;
}

//@ ensures \forall v. 0 <= v < 9 -> shadowed(v) == v + 1 && (\exists a. shadowed(a) == v && -1 <= a < 9);
__global__ void names(int n) {}

__device__ int inBlock(const int *s, int i) { return s[i]; }

//@ requires blockDim.x <= 64;
__global__ void shared(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    //@ assert \forall j. 0 <= j < blockDim.x -> inBlock(s, j) == j;
    //@ assert inBlock(s, (int) threadIdx.x) == threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
//% verdict of shared: safe
