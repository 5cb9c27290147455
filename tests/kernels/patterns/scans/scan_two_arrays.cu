// The same idea with two arrays and the parity of the step.
//% races: race-free

//@ requires blockDim.x <= 128;
__global__ void prefix(int *data) {
    __shared__ int even[128];
    __shared__ int odd[128];
    int t = threadIdx.x;
    even[t] = data[blockIdx.x * blockDim.x + t];
    __syncthreads();
    int step = 0;
    for (int d = 1; d < blockDim.x; d <<= 1) {
        if (step % 2 == 0) {
            odd[t] = even[t] + (t >= d ? even[t - d] : 0);
        } else {
            even[t] = odd[t] + (t >= d ? odd[t - d] : 0);
        }
        step++;
        __syncthreads();
    }
    data[blockIdx.x * blockDim.x + t] = step % 2 == 0 ? even[t] : odd[t];
}
