// A thread's own struct is changed behind a pointer to it, by functions that hand the pointer on.
//% verdict: verified

struct Walker {
    int at, steps;
};

__device__ void moved(Walker *walker, int by) {
    walker->at += by;
    walker->steps++;
}

__device__ int twice(Walker *walker, int by) {
    moved(walker, by);
    moved(walker, by);
    return walker->steps;
}

//@ requires \length(end) == gridDim.x * blockDim.x && \length(by) == \length(end);
//@ ensures \forall i. 0 <= i < gridDim.x * blockDim.x -> end[i] == i + 2 * by[i] + 2;
__global__ void walked(int *end, const int *by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Walker walker = {i, 0};
    int steps = twice(&walker, by[i]);
    end[i] = walker.at + steps;
}
