// A bound variable with the name of a parameter hides it.
//% verdict: verified

//@ requires 1 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall a. 0 <= a < n -> out[a] == a;
//@ ensures \forall j. 0 <= j < n -> \exists n. out[j] == n && 0 <= n;
__global__ void hiding(const int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}
