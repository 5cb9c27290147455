// A histogram without atomics: private counters in registers, one bin a thread.
//% verdict: safe
#include <cuda_runtime.h>

template <int BINS>
struct Counters {
    unsigned int bin[BINS];
    __device__ void clear() {
        for (int b = 0; b < BINS; b++) bin[b] = 0;
    }
    __device__ void add(unsigned char value) { bin[value % BINS]++; }
};

__global__ void histogramPerThread(const uchar4 *data, unsigned int *partial, int n) {
    const int BINS = 4;
    Counters<BINS> counters;
    counters.clear();
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = tid; i < n; i += blockDim.x * gridDim.x) {
        uchar4 v = data[i];
        counters.add(v.x);
        counters.add(v.y);
        counters.add(v.z);
        counters.add(v.w);
    }
    for (int b = 0; b < BINS; b++) partial[tid * BINS + b] = counters.bin[b];
}
