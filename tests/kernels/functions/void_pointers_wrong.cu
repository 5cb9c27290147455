// What a `void *` leads to does not say which function is meant.
//% verdict: refuted

__device__ int kind(void *memory) { return 1; }
__device__ int kind(int *memory) { return 2; }

template <class T> __device__ int made(T *memory) { return 1; }
template <> __device__ int made<int>(int *memory) { return 2; }

//@ requires \length(o) == 1 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 2; //~ error: ensures
__global__ void of_variable(int *o) {
    int i = 0;
    void *p = &i;
    o[0] = kind(p);
}

//@ requires \length(o) == 1 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 2; //~ error: ensures
__global__ void of_template(int *o) {
    int i = 0;
    void *p = &i;
    o[0] = made(p);
}

//@ requires \length(o) == 1 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 2; //~ error: ensures
__global__ void of_parameter(int *o, void *memory) { o[0] = kind(memory); }
