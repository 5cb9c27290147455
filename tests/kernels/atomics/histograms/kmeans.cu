// Points are added to the sums of their clusters.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall c. size[c] == \old(size[c]) + count(i, cluster[i] == c, 0, n - 1);
//@ ensures \forall c. sum[c] == \old(sum[c]) + sum(i, cluster[i] == c ? x[i] : 0, 0, n - 1);
__global__ void accumulate(const float *x, const int *cluster, float *sum, int *size, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int c = cluster[i];
        atomicAdd(&sum[c], x[i]);
        atomicAdd(&size[c], 1);
    }
}
