// Trees and networks whose distances double and halve, without a contract: no race, no divergent barrier, nothing out of bounds.
//% verdict: safe

// Blelloch's scan in a loop over rows.
//@ requires \is_pow2(blockDim.x) && \length(s) == 2 * blockDim.x && 0 <= rows && rows * 2 * blockDim.x <= \length(x);
__global__ void scanRows(int *x, int rows) {
    extern __shared__ int s[];
    int n = 2 * blockDim.x, t = threadIdx.x;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        s[2 * t] = x[r * n + 2 * t];
        s[2 * t + 1] = x[r * n + 2 * t + 1];
        int off = 1;
        for (int d = n / 2; d > 0; d /= 2) {
            __syncthreads();
            if (t < d)
                s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
            off *= 2;
        }
        if (t == 0)
            s[n - 1] = 0;
        for (int d = 1; d < n; d *= 2) {
            off /= 2;
            __syncthreads();
            if (t < d) {
                int left = off * (2 * t + 1) - 1, right = off * (2 * t + 2) - 1;
                int kept = s[left];
                s[left] = s[right];
                s[right] += kept;
            }
        }
        __syncthreads();
        x[r * n + 2 * t] = s[2 * t];
        x[r * n + 2 * t + 1] = s[2 * t + 1];
        __syncthreads();
    }
}

//@ requires gridDim.x == 1 && \is_pow2(blockDim.x) && \length(s) == blockDim.x && \length(keys) == blockDim.x;
__global__ void bitonicSort(int *keys) {
    extern __shared__ int s[];
    unsigned t = threadIdx.x;
    s[t] = keys[t];
    __syncthreads();
    for (unsigned k = 2; k <= blockDim.x; k <<= 1) {
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            unsigned partner = t ^ j;
            if (partner > t) {
                int a = s[t], b = s[partner];
                if ((a > b) == ((t & k) == 0)) {
                    s[t] = b;
                    s[partner] = a;
                }
            }
            __syncthreads();
        }
    }
    keys[t] = s[t];
}

// Places by quotient and remainder, in a grid-stride loop.
//@ requires \is_pow2(s) && 0 <= pairs && \length(x) == 2 * pairs && pairs % s == 0;
__global__ void compareExchange(int *x, int pairs, int s) {
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < pairs; t += blockDim.x * gridDim.x) {
        int low = t / s * 2 * s + t % s;
        int a = x[low], b = x[low + s];
        x[low] = min(a, b);
        x[low + s] = max(a, b);
    }
}
