// What a maximum or minimum begins with is wrong where all data are on one side of it.
//% verdict: refuted

//@ requires 0 < n <= \length(x) && 1 <= \length(best);
//@ ensures \exists i. 0 <= i < n && best[0] == x[i]; //~ error: ensures
__global__ void greatest(const int *x, int *best, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int b = -1000;
        //@ invariant 0 <= j <= n && b >= -1000;
        for (int j = 0; j < n; j++)
            if (x[j] > b) b = x[j];
        best[0] = b;
    }
}

//@ requires blockDim.x == 4 && gridDim.x == 1 && \length(x) == 4 && \length(y) == 1;
//@ ensures y[0] == max(max(x[0], x[1]), max(x[2], x[3])); //~ error: ensures
__global__ void of_block(const float *x, float *y) {
    __shared__ float s[4];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        float b = -1e30f;
        for (int j = 0; j < 4; j++) b = fmaxf(b, s[j]);
        y[0] = b;
    }
}

// No cell is less than the first value, so none is chosen.
//@ requires 0 < n <= \length(x) && 1 <= \length(at);
//@ ensures 0 <= at[0] < n; //~ error: ensures
__global__ void place_of_least(const unsigned short *x, int *at, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int best = 9999, where = -1;
        //@ invariant 0 <= j <= n && -1 <= where < j;
        for (int j = 0; j < n; j++)
            if (x[j] < best) { best = x[j]; where = j; }
        at[0] = where;
    }
}
