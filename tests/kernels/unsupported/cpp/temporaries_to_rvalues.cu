// A variable that is converted for a reference is a value: an rvalue reference may take it better.
//% verdict: unsupported

__device__ int kind(int &number) { return 1; }
__device__ int kind(const int &number) { return 2; }
__device__ int kind(int &&number) { return 3; }

__global__ void converted(int *o) {
    short number = 1;
    o[threadIdx.x] = kind(number);
}
