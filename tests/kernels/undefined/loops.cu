// Variables without a first value to which each iteration, or the first one, gives one (WARP-36).
//% verdict: safe

//@ requires n == \length(a) && n > 0 && gridDim.x == 1;
__global__ void greatest(int *o, const int *a, int n) {
    int best;
    for (int i = 0; i < n; i++)
        if (i == 0 || a[i] > best) best = a[i];
    o[threadIdx.x] = best;
}

//@ requires n == \length(a) && n > 0 && gridDim.x == 1;
__global__ void last(int *o, const int *a, int n) {
    int x;
    for (int i = 0; i < n; i++) {
        x = a[i];
        if (x > 3) o[threadIdx.x] = x;
    }
    o[threadIdx.x] = x;
}

//@ requires n == \length(a) && n > 0 && gridDim.x == 1;
__global__ void left_early(int *o, const int *a, int n) {
    int x;
    for (int i = 0; i < n; i++) {
        x = a[i];
        if (x > 3) break;
    }
    o[threadIdx.x] = x;
}

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void of_some_threads(int *o, const int *a, int n) {
    int x;
    for (int i = threadIdx.x; i < n; i += blockDim.x) x = a[i];
    if ((int)threadIdx.x < n) o[threadIdx.x] = x;
}

// Declared in the body: undefined again in each iteration, and given a value by those threads that use it.
//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void scan(const float *in, float *out, unsigned n) {
    __shared__ float s[256];
    unsigned t = threadIdx.x;
    s[t] = t < n ? in[t] : 0.0f;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        float sum;
        if (t >= stride) sum = s[t] + s[t - stride];
        __syncthreads();
        if (t >= stride) s[t] = sum;
    }
    if (t < n) out[t] = s[t];
}
