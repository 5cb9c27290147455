// Each launch is held against the contract. The kernel's own verdict is about the launches that meet it.
//% copy: race-free every-launch
//% copy/call-site1/requires1: unknown
//% copy/call-site1/requires2: unknown
//% copy/call-site2/requires1: proved
//% copy/call-site2/requires2: proved
//% copy/call-site3/requires1: refuted
//% copy/call-site3/requires2: proved
#include <cstdlib>

//@ requires stride > 0;
//@ requires gridDim.x * blockDim.x >= n;
__global__ void copy(int *a, const int *b, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i * stride] = b[i];
}

void unchecked(int *a, int *b, int n, int stride, int blocks) { copy<<<blocks, 128>>>(a, b, n, stride); }

int main(int argc, char **argv) {
    int *a = nullptr, *b = nullptr, n = atoi(argv[1]);
    if (n <= 0) return 1;
    copy<<<(n + 127) / 128, 128>>>(a, b, n, 2);
    copy<<<1, 128>>>(a, b, 100, 0);
}
