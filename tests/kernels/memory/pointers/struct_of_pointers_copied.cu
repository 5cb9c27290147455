// A struct with an array of pointers that is copied: the copy keeps what it got.
//% verdict: verified

struct Pair {
    int *at[2];
};

__device__ Pair swapped(Pair pair) {
    Pair result;
    result.at[0] = pair.at[1];
    result.at[1] = pair.at[0];
    return result;
}

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires n <= \length(a) && n <= \length(b);
//@ ensures \forall i. 0 <= i < n -> a[i] == 1 && b[i] == 2;
__global__ void fill(int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Pair first = {{b, a}};
    Pair second = first;
    Pair third = swapped(first);
    if (i < n) {
        second.at[1] += n;
        third.at[0][i] = 1;
        *(third.at[1] + i) = 2;
    }
}
