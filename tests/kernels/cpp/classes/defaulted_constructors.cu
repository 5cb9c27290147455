// Constructors that the compiler makes beside others.
//% verdict: verified

template <typename T>
struct Pair {
    T left, right;
    Pair() = default;
    __host__ __device__ explicit Pair(T both) : left(both), right(both) {}
};

struct Named {
    int value = 7;
    Named() = default;
    __host__ __device__ Named(int v) : value(v) {}
};

//@ requires \length(a) == 5;
//@ ensures a[0] == 3 && a[1] == 4 && a[2] == 0 && a[3] == 7 && a[4] == 9;
__global__ void made(int *a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Pair<int> pair;
        pair.left = 3;
        a[0] = pair.left;
        a[1] = Pair<int>(4).right;
        a[2] = Pair<int>().left;
        Named named;
        a[3] = named.value;
        a[4] = Named(9).value;
    }
}
