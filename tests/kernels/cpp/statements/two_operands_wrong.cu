// Written by another name, an element has changed; and what is 0 is not kept.
//% verdict: refuted

#include <array>

//@ requires n == gridDim.x * blockDim.x;
//@ ensures \forall int i. 0 <= i && i < n -> c[i] == a[i]; //~ error: ensures
__global__ void or_else(int *c, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] ?: 7;
}

//@ requires blockDim.x == 1 && gridDim.x == 1;
//@ ensures c[0] == 3 && c[1] == 4; //~ error: ensures
__global__ void elements(int *c)
{
    std::array<int, 2> a = {3, 4};
    auto &[x, y] = a;
    y = 5;
    c[0] = x;
    c[1] = a[1];
}
