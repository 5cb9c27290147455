// What another function of the name would give is not proved.
//
//% verdict: refuted

template <class T> __device__ T max(T a, T b) { return 100; }
__device__ int floor(int x) { return 2000; }

//@ requires \length(o) == 1 && gridDim.x * blockDim.x == 1;
//@ ensures o[0] == 4; //~ error: ensures
__global__ void explicitly(int *o) { o[0] = max<int>(3, 4); }

//@ requires \length(o) == 1 && gridDim.x * blockDim.x == 1;
//@ ensures o[0] == 100; //~ error: ensures
__global__ void mixed(int *o) { o[0] = max(3u, 4); }

//@ requires \length(o) == 1 && gridDim.x * blockDim.x == 1;
//@ ensures o[0] == 2000; //~ error: ensures
__global__ void of_float(float *o) { o[0] = floor(4.5f); }

//@ requires \length(o) == 1 && gridDim.x * blockDim.x == 1;
//@ ensures o[0] == 4; //~ error: ensures
__global__ void of_int(float *o) { o[0] = floor(4); }
