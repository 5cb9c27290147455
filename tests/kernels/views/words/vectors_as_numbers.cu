// Pairs that are read as numbers: the first half of the threads takes the first components, the other the second ones.
//% verdict: verified

//@ requires 0 <= n && 2 * n <= blockDim.x * gridDim.x;
//@ requires n <= \length(pairs) && 2 * n <= \length(out);
//@ ensures \forall i. 0 <= i < n -> out[i] == pairs[i].x && out[n + i] == pairs[i].y;
__global__ void split(const float2 *pairs, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *numbers = reinterpret_cast<const float *>(pairs);
    if (i < n) out[i] = numbers[2 * i];
    else if (i < 2 * n) out[i] = numbers[2 * (i - n) + 1];
}
