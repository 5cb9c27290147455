// What goes wrong shows only where data are equal to a constant of the kernel, or just beside it.
//% verdict: refuted

//@ requires n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == (x[i] > 4096 ? 4096 : x[i]); //~ error: ensures
__global__ void clamp(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] > 4095 ? 4095 : x[i];
}

//@ requires n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == x[i]; //~ error: ensures
__global__ void marked(const unsigned *x, unsigned *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] == 2654435761u ? 0 : x[i];
}

// The constant stands in the contract alone.
//@ requires n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == (x[i] == 0x123456789ab ? 0 : x[i]); //~ error: ensures
__global__ void forgotten(const long long *x, long long *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i];
}

// Nothing is said of lengths.
#define FIRST 1000
__device__ int class_of(int v) {
    switch (v) {
    case FIRST: return 1;
    case 2000: return 2;
    case 3000: return 2;
    default: return 0;
    }
}

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> y[i] == (x[i] == 1000 ? 1 : x[i] == 2000 ? 2 : 0); //~ error: ensures
__global__ void classes(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = class_of(x[i]);
}

//@ requires n <= \length(x) && \length(bins) == 256;
__global__ void histogram(const int *x, int *bins, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] >= 0 && x[i] <= 256)
        atomicAdd(&bins[x[i]], 1); //~ error: bounds
}

struct Item {
    int kind;
    float weight;
};

//@ requires n <= gridDim.x * blockDim.x && n <= \length(items) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n -> y[i] == items[i].weight; //~ error: ensures
__global__ void weights(const Item *items, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = items[i].kind == 777 ? 0.0f : items[i].weight;
}

// The contract leaves numbers on both sides of the one in the program.
//@ requires n <= gridDim.x * blockDim.x && n <= \length(x) && n <= \length(y);
//@ requires \forall i. 0 <= i < n -> 0 <= x[i] <= 1000000;
//@ ensures \forall i. 0 <= i < n -> y[i] == (x[i] < 50000 ? x[i] : 50000); //~ error: ensures
__global__ void capped(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] < 50002 ? x[i] : 50000;
}
