// Jumps are not modelled.
//% verdict: unsupported

__global__ void jumping(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) goto done;
    out[i] = 1;
done:
    return;
}
