// A device function swaps two cells through pointers.
//% races: race-free

__device__ void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

__global__ void reverseInPlace(int *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) swap(&v[i], &v[n - 1 - i]);
}
