// The data say that no two go to one place.
//% verdict: safe

//@ requires \forall i, j. 0 <= i < j < n -> to[i] != to[j];
__global__ void scatter(int *out, const int *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[to[i]] = i;
}
