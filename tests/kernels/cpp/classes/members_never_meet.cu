// Threads write different members of one element: no race, and both values are there.
//% verdict: verified

struct Pair {
    int first, second;
};

//@ requires blockDim.x == 2 && gridDim.x <= \length(p);
//@ ensures \forall b : block. p[blockIdx.x@b].first == 1 && p[blockIdx.x@b].second == 2;
__global__ void members(Pair *p) {
    if (threadIdx.x == 0) p[blockIdx.x].first = 1;
    if (threadIdx.x == 1) p[blockIdx.x].second = 2;
}
