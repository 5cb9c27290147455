// Several items for each thread.
//% offers: requires \length(from) >= blockDim.x * gridDim.x * 4;
//% offers: requires \length(to) >= blockDim.x * gridDim.x * 4;
//% offers: writes to;
//% verdict: safe
template <int ITEMS>
__global__ void copyItems(const double *from, double *to) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * ITEMS;
    for (int k = 0; k < ITEMS; k++) {
        to[first + k] = from[first + k];
    }
}
template __global__ void copyItems<4>(const double *, double *);
