// Two buffers do not replace the barrier between the steps.
//% races: racy

//@ requires n == blockDim.x && gridDim.x == 1;
__global__ void scan(float *g_odata, const float *g_idata, int n) {
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int pout = 0, pin = 1;
    temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0.0f;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (thid >= offset)
            temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset]; //~ error: race
        else
            temp[pout * n + thid] = temp[pin * n + thid]; //~ error: race
    }
    g_odata[thid] = temp[pout * n + thid];
}
