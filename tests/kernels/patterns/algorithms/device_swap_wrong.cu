// Every thread swaps, so each pair is swapped by two.
//% races: racy

__device__ void swap(int *a, int *b) {
    int t = *a; //~ error: race
    *a = *b; //~ error: race
    *b = t; //~ error: race
}

__global__ void reverseInPlace(int *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) swap(&v[i], &v[n - 1 - i]);
}
