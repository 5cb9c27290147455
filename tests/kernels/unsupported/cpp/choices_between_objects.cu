// References to one of two objects.
//% verdict: unsupported

struct Counter {
    int count;
    __device__ int next() { return ++count; }
};

__global__ void called(int *a, bool c) {
    Counter left = {1}, right = {2};
    (c ? left : right).next();
    a[threadIdx.x] = left.count;
}

__global__ void bound(int *a, bool c) {
    Counter left = {1}, right = {2};
    Counter &both = c ? left : right;
    a[threadIdx.x] = both.count;
}
