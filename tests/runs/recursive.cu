// Recursive definitions in contracts are unfolded: what they decide is decided, and what is unfolded too deep is not.
//% run: --block 6 --arg n=5 --arg out=[9,9,9,9,9] --arg off=0 --ghost deep=3 -> ok; out = [0,1,3,6,10]
//% run: --block 6 --arg n=5 --arg out=[9,9,9,9,9] --arg off=1 --ghost deep=3 -> ensures@14
//% run: --block 1 --arg n=1 --arg out=[9] --arg off=0 --ghost deep=900 -> ok
//% run: --block 1 --arg n=1 --arg out=[9] --arg off=0 --ghost deep=2000 -> undecided
//% run: --block 4 --arg n=4 --arg out=[9,9,9,9] --arg off=0 --ghost deep=-1 -> requires-not-met

//@ logic int triangle(int n) = n <= 0 ? 0 : n + triangle(n - 1) decreases n;
//@ logic int both(int n) = n <= 1 ? n : sum(k, both(k), n - 2, n - 1) decreases n;

//@ ghost int deep;
//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(out) && 0 <= deep;
//@ ensures triangle(deep) >= 0 && both(10) == 55;
//@ ensures \forall j. 0 <= j < n -> out[j] == triangle(j);
__global__ void triangles(int *out, int n, int off) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i * (i + 1) / 2 + off;
}
