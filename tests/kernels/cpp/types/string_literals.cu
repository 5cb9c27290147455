// Strings are constant arrays of characters, which functions take and programs index.
//% verdict: verified

#include <stdio.h>

__device__ void report(const char *file, int line, const char *what) { printf("%s:%d: %s\n", file, line, what); }
__device__ int digit(const char *alphabet, int at) { return alphabet[at] - '0'; }

//@ requires gridDim.x == 1 && blockDim.x <= 8 && \length(o) >= blockDim.x;
//@ ensures \forall i. 0 <= i < blockDim.x -> o[i] == (i < 4 ? i : 9 - i) + 5 + 98;
__global__ void digits(int *o, int wanted) {
    char held[] = "xb";
    const char *alphabet = threadIdx.x < 4 ? "01234567" : "98765432";
    if (wanted < 0) report(__FILE__, __LINE__, "nothing is wanted");
    o[threadIdx.x] = digit(alphabet, threadIdx.x) + (int)sizeof("abcd") + held[1] + held[2];
}
