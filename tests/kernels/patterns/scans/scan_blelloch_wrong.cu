// The down-sweep has no barriers.
//% races: racy
//% options: --block 4

#define N 8

__global__ void prescan(int *g_odata, const int *g_idata) {
    __shared__ int temp[N];
    int thid = threadIdx.x;
    int offset = 1;
    int base = blockIdx.x * N;
    temp[2 * thid] = g_idata[base + 2 * thid];
    temp[2 * thid + 1] = g_idata[base + 2 * thid + 1];
    for (int d = N / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0) temp[N - 1] = 0;
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        offset >>= 1;
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            int t = temp[ai]; //~ error: race
            temp[ai] = temp[bi]; //~ error: race
            temp[bi] += t; //~ error: race
        }
    }
    __syncthreads();
    g_odata[base + 2 * thid] = temp[2 * thid];
    g_odata[base + 2 * thid + 1] = temp[2 * thid + 1];
}
