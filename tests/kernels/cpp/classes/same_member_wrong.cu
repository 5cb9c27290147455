// Two threads write one member of one element, and so do two blocks.
//% verdict: not-verified

struct Pair {
    int first, second;
};

__global__ void members(Pair *p) {
    p[threadIdx.x / 2].first = threadIdx.x; //~ error: race
    p[threadIdx.x].second = 2; //~ error: race
}
