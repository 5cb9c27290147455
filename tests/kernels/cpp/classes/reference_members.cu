// Objects that hold references: what their functions write is what they were made of.
//% verdict: verified

struct Storage {
    int partial[64];
};

class Collector {
    Storage &storage;
    int &count;
    const unsigned lane;

  public:
    __device__ Collector(Storage &s, int &n) : storage(s), count(n), lane(threadIdx.x) {}
    __device__ void put(int value)
    {
        storage.partial[lane] = value;
        count += value;
    }
    __device__ int taken(int from) const { return storage.partial[from] + count; }
};

__global__ void neighbours(int *out, const int *in)
//@ requires gridDim.x == 1 && blockDim.x == 64 && 64 <= \length(out) && 64 <= \length(in);
//@ ensures out[threadIdx.x] == in[63 - threadIdx.x] + 2 * in[threadIdx.x] + 1;
{
    __shared__ Storage storage;
    int sum = 1;
    Collector collector(storage, sum);
    collector.put(in[threadIdx.x]);
    __syncthreads();
    int other = collector.taken(63 - threadIdx.x);
    __syncthreads();
    sum = 0;
    Collector(storage, sum).put(in[threadIdx.x]);
    out[threadIdx.x] = other + sum;
}
