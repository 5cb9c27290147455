// Allowed are equal values, not different ones.
//% verdict: not-verified
//% options: --allow-same-value

__global__ void last(int *found, const int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] == 0) found[0] = i; //~ error: race
}
