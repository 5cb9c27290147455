// Forms of declarations and parameters that are read, and not modelled.
//% verdict: unsupported

__global__ void with_declaration(int *o)
{
    int s = 0;
    for (int t[2] = {1, 2}; int v : t) s += v;
    o[0] = s;
}

struct Loader {
    int first;
    template <typename L>
    __device__ int operator()(L &&other, int n) const { return first + n; }
    template <typename L>
    __device__ int load(L &&other, int n) const { return first + n; }
};

__global__ void forwarded(int *o)
{
    Loader loader{1}, other{2};
    o[0] = loader.load(other, 3);
}

__global__ void forwarded_to_operator(int *o)
{
    Loader loader{1}, other{2};
    o[0] = loader(other, 3);
}
