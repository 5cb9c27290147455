// Functions of which it is not known which they are, and calls that a function that is not modelled may take (LOOKUP-10, LOOKUP-24).
//% verdict: unsupported

typedef int (*Step)(int);

__device__ int up(int x) { return x + 1; }
__device__ int down(int x) { return x - 1; }
__constant__ Step written_by_the_host[2] = {up, down};

__device__ int kind(double x, double y) { return 1; }
template <typename... Ts>
__device__ int kind(Ts... values) {
    return 2;
}

__device__ int taken(const int &x) { return 1; }
__device__ int taken(int &&x) { return 2; }

__global__ void at_any_index(int *a, int n) {
    const Step steps[] = {up, down};
    a[0] = steps[n & 1](a[0]);
}

__global__ void of_the_host(int *a) { a[0] = written_by_the_host[0](a[0]); }

__global__ void packed(int *a) { a[0] = kind(1, 2); }

__global__ void moved(int *a) { a[0] = taken(3); }
