// `a ?: b` is `a ? a : b`. The names of a structured binding are the elements of a `std::array`.
//% verdict: verified

#include <array>

//@ requires n == gridDim.x * blockDim.x;
//@ ensures \forall int i. 0 <= i && i < n -> c[i] == (a[i] != 0 ? a[i] : 7);
__global__ void or_else(int *c, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] ?: 7;
}

//@ requires blockDim.x == 1 && gridDim.x == 1;
//@ ensures c[0] == 3 && c[1] == 5;
__global__ void elements(int *c)
{
    std::array<int, 2> a = {3, 4};
    auto &[x, y] = a;
    y = 5;
    c[0] = x;
    c[1] = a[1];
}
