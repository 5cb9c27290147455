// Sums that fit, in whatever order they are made (ATOMIC-12).
//% verdict: verified
//% options: --ints checked

//@ requires 1 <= \length(c) && c[0] == 0 && gridDim.x == 1;
//@ ensures c[0] == blockDim.x;
__global__ void threads(int *c) {
    atomicAdd(&c[0], 1);
}

// After the loop, not from iteration to iteration.
//@ requires 1 <= \length(c) && c[0] == 0 && gridDim.x == 1 && 0 <= n <= 1000;
//@ ensures c[0] == n;
__global__ void loop(int *c, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&c[0], 1);
}

//@ requires n <= \length(data) && m <= \length(h) && 0 <= n <= 1000000 && gridDim.x == 1;
//@ requires \forall j. 0 <= j < n -> 0 <= data[j] < m;
//@ requires \forall j. 0 <= j < m -> h[j] == 0;
//@ ensures \forall b. 0 <= b < m -> h[b] == count(k, data[k] == b, 0, n - 1);
__global__ void histogram(const int *data, int *h, int n, int m) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&h[data[i]], 1);
}
