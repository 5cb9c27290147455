// A scan of a whole block, called by contract from every block.
//% verdict: verified

//@ requires blockDim.x <= \length(s);
//@ writes s[0 .. blockDim.x - 1];
//@ ensures \forall j. 0 <= j < blockDim.x -> s[j] == sum(k, \old(s[k]), 0, j);
__device__ void inclusiveScan(int *s) {
    int t = threadIdx.x;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        //@ invariant 1 <= d;
        //@ invariant \forall j. 0 <= j < blockDim.x -> s[j] == sum(k, \old(s[k]), \max(0, j - d + 1), j);
        int left = 0;
        if (t >= d) left = s[t - d];
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
}

//@ requires \length(part) == blockDim.x;
//@ requires blockDim.x * gridDim.x <= \length(in) && blockDim.x * gridDim.x <= \length(out);
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x ->
//@     out[b * blockDim.x + j] == sum(k, in[b * blockDim.x + k], 0, j);
__global__ void scanBlocks(const int *in, int *out) {
    extern __shared__ int part[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = in[i];
    inclusiveScan(part);
    out[i] = part[threadIdx.x];
}

// Called by some blocks only.
//@ requires \length(part) == blockDim.x;
//@ requires blockDim.x * gridDim.x <= \length(in) && blockDim.x * gridDim.x <= \length(out);
//@ ensures \forall b, j. 0 <= b < gridDim.x && 0 <= j < blockDim.x ->
//@     out[b * blockDim.x + j] == (b % 2 == 0 ? sum(k, in[b * blockDim.x + k], 0, j) : in[b * blockDim.x + j]);
__global__ void scanEven(const int *in, int *out) {
    extern __shared__ int part[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = in[i];
    if (blockIdx.x % 2 == 0) inclusiveScan(part);
    out[i] = part[threadIdx.x];
}
