// The same where it is allowed.
//% verdict: safe
//% options: --allow-same-value

__global__ void flag(int *found, const int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] == 0) found[0] = 1;
}
