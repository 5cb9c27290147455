// Functions of the file that share their names with CUDA's: the one that fits better is called.
//% verdict: verified

struct Pair {
    float first, second;
};

__device__ double max(double a, short b) { return 99.0; }
__device__ Pair max(Pair a, float least) {
    a.first = fmaxf(a.first, least);
    a.second = fmaxf(a.second, least);
    return a;
}
template <class T> __device__ T min(T a, T b) { return a < b ? a : 50; }

//@ requires \length(result) == 5;
//@ ensures result[0] == 2 && result[1] == 99 && result[2] == 7 && result[3] == 2 && result[4] == 50;
__global__ void choose(double *result) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    short small = 2, large = 3;
    result[0] = max(1, 2);
    result[1] = max(1.0, small);
    Pair pair = {4, 5};
    result[2] = max(pair, 7).second;
    result[3] = min(3, 2);
    result[4] = min(large, small);
}
