// The object counts in the variable that it was made of, not in a copy.
//% verdict: not-verified

struct Counter {
    int &count;
    __device__ Counter(int &n) : count(n) {}
    __device__ void more() { count = count + 1; }
};

__global__ void counted(int *out)
//@ requires gridDim.x == 1 && threadIdx.x < \length(out);
//@ ensures out[threadIdx.x] == 0;
//~^ error: ensures
{
    int n = 0;
    Counter counter{n};
    counter.more();
    out[threadIdx.x] = n;
}
