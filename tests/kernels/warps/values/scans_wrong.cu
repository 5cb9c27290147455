// Prefix sums of lanes that are none.
//% verdict: refuted

// Lane `d` leaves the step out.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i); //~ error: ensures
__global__ void strictly(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float v = x[i];
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        if (lane > d) v += u;
    }
    y[i] = v;
}

// The first lanes add their own value again.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i); //~ error: ensures
__global__ void unguarded(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int d = 1; d < 32; d *= 2) v += __shfl_up_sync(0xffffffff, v, d);
    y[i] = v;
}

// One step is missing.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i); //~ error: ensures
__global__ void stopsEarly(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float v = x[i];
    for (int d = 1; d < 16; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += u;
    }
    y[i] = v;
}

// Another variable gets the sum.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i); //~ error: ensures
__global__ void otherVariable(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float v = x[i], w = 0;
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) w = v + u;
        v = w;
    }
    y[i] = v;
}

// The number in the block in place of the lane.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i); //~ error: ensures
__global__ void blockNumber(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x;
    float v = x[i];
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += u;
    }
    y[i] = v;
}

// The sum is replaced.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i); //~ error: ensures
__global__ void wrongOrder(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float v = x[i];
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v = u;
    }
    y[i] = v;
}

// Half a warp, but the lane of the whole.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i); //~ error: ensures
__global__ void segment16(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float v = x[i];
    for (int d = 1; d < 16; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d, 16);
        if (lane >= d) v += u;
    }
    y[i] = v;
}

// Blocks that are no multiples of a warp: the rows are not those of the array.
//@ requires \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x) && 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < n -> y[i] == sum(k, x[k], i - i % 32, i); //~ error: ensures
__global__ void ragged(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float v = i < n ? x[i] : 0.0f;
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += u;
    }
    if (i < n) y[i] = v;
}

// Something else is added in between.
//@ requires blockDim.x % 32 == 0 && \length(x) == gridDim.x * blockDim.x && \length(y) == \length(x);
//@ ensures \forall i. 0 <= i < \length(x) -> y[i] == sum(k, x[k], i - i % 32, i); //~ error: ensures
__global__ void changedBetween(const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float v = x[i];
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        if (lane == 31) v += 1;
        if (lane >= d) v += u;
    }
    y[i] = v;
}
