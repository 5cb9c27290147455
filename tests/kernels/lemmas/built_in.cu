//% verdict: verified
// Beside a program the library is at hand: what its own files prove by induction follows at once.

//@ lemma split_at_once(number f[], int a, int b, int c): a <= b + 1 && b <= c -> sum(k, f[k], a, c) == sum(k, f[k], a, b) + sum(k, f[k], b + 1, c);

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(a);
//@ ensures \forall j. 0 <= j < n -> a[j] == 1;
__global__ void ones(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 1;
}
