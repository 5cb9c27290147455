// All threads write the same value: a race all the same.
//% verdict: not-verified

__global__ void flag(int *found, const int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] == 0) found[0] = 1; //~ error: race
}
