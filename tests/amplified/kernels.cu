// Launches for all data. Each line says what comes of a kernel; behind `;` stands what the launch hangs on, or what it does not.
//% amplify: --kernel add --block 64 --grid 4 --arg n=250 --arg s=2 --arg a=random(250) --arg b=random(250) --arg c=random(250) -> race-free; n
//% amplify: --kernel add --block 64 --grid 4 --arg n=251 --arg s=2 --arg a=random(251) --arg b=random(251) --arg c=random(250) -> refuted; n
//% amplify: --kernel gather --block 32 --grid 2 --arg n=60 -> race-free; n, data: the contents of `idx`
//% amplify: --kernel gather --block 4 --arg n=3 --arg idx=[0,2,1] -> race-free; n, idx
//% amplify: --kernel scatter --block 4 --arg n=3 --arg idx=[0,2,0] -> racy; n, idx
//% amplify: --kernel scatter --block 4 --arg n=3 --arg idx=[0,2,1] -> race-free; n, idx
//% amplify: --kernel bitonic --block 64 -> race-free
//% amplify: --kernel racy --block 8 --arg n=8 -> racy; n
//% amplify: --kernel racy --block 8 --arg n=1 -> race-free; n
//% amplify: --kernel maybe --block 8 -> unknown
//% amplify: --kernel maybe --block 1 -> race-free
//% amplify: --kernel loops --block 8 -> race-free; data: the contents of `c`
//% amplify: --kernel meets --block 8 -> race-free; data: the contents of `c`, proved
//% amplify: --kernel histogram --block 8 --arg n=8 -> race-free; n, data: the contents of `x`
//% amplify: --kernel histogram --block 8 --arg n=8 --arg h=random(256) -> race-free; n, data: the contents of `x`, proved
//% amplify: --kernel histogram --block 8 --arg n=8 --arg h=random(255) -> unknown; n, data: the contents of `x`
//% amplify: --kernel scatter --block 4 --arg n=3 -> unknown; n, data: the contents of `idx`
//% amplify: --kernel unwritten --block 4 -> unknown; data: memory that nobody has written, proved
//% amplify: --kernel largest --block 8 --arg n=5 -> race-free; n
//% amplify: --kernel shuffled --block 64 -> race-free
//% amplify: --kernel leaves --block 8 --arg n=8 -> race-free; n, data: the contents of `x`
//% amplify: --kernel table --block 4 -> race-free
//% amplify: --kernel ticket --block 4 -> race-free; data: the contents of `next`, data: what an atomic operation finds, which hangs on the order of threads, proved
//% amplify: --kernel hidden --block 4 -> race-free; data: the contents of `x`, proved
//% amplify: --kernel moved --block 4 -> unknown; data: the contents of `x`, proved
//% amplify: --kernel flagged --block 8 -> unknown
//% amplify: --kernel signalled --block 8 -> unknown
//% amplify: --kernel active --block 8 -> unknown; data: a value that is not the same in every run or on every machine: a clock, which lanes are active, a rounded function
//% amplify: --kernel counted --block 8 -> unknown; data: the contents of `x`
//% amplify: --kernel balloted --block 32 -> unknown; data: the contents of `x`
//% amplify: --kernel masked --block 32 -> unknown; data: the contents of `x`
//% amplify: --kernel added --block 32 -> unknown; data: what an atomic operation finds, which hangs on the order of threads
//% amplify: --kernel far --block 256 --grid 200 -> racy
//% amplify: --kernel clamped --block 32 --grid 2 -> race-free
//% amplify: --kernel either --block 8 -> unknown
//% amplify: --kernel chosen --block 8 -> unknown
//% amplify: --kernel ended --block 8 --arg n=1 -> race-free; n, proved
//% amplify: --kernel shifted --block 8 -> unknown
//% amplify: --kernel summed --block 8 -> race-free
//% amplify: --kernel rounded --block 8 --arg s=1 -> race-free; s, data: a value that is not the same in every run or on every machine: a clock, which lanes are active, a rounded function
//% amplify: --kernel variable --block 4 -> unknown; data: the contents of `order`

__global__ void add(const float *a, const float *b, float *c, float s, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + s * b[i];
}

__global__ void gather(const int *idx, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int j = idx[i] * 2;
        y[i] = x[j + 1];
    }
}

__global__ void scatter(const int *idx, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[idx[i]] = 1.0f;
}

__global__ void bitonic(int *v) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int k = 2; k <= 64; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int p = t ^ j;
            if (p > t) {
                bool up = (t & k) == 0;
                if ((s[t] > s[p]) == up) {
                    int h = s[t];
                    s[t] = s[p];
                    s[p] = h;
                }
            }
            __syncthreads();
        }
    }
    v[t] = s[t];
}

__global__ void racy(float *a, int n) {
    int i = threadIdx.x;
    if (i + 1 < n) a[i] = a[i + 1];
}

__global__ void maybe(float *a, const float *x) {
    int i = threadIdx.x;
    if (x[i] > 0) a[0] = x[i];
}

__global__ void loops(float *a, const int *c) {
    for (int k = 0; k < c[threadIdx.x]; k++) a[threadIdx.x] += 1;
}

__global__ void meets(float *a, const int *c) {
    if (c[0]) __syncthreads();
    a[threadIdx.x] = 1;
}

__global__ void histogram(const unsigned char *x, int *h, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&h[x[i]], 1);
}

__global__ void unwritten(float *a) {
    __shared__ int s[4];
    a[s[threadIdx.x]] = 0;
}

__global__ void largest(const float *x, float *y, int n) {
    float m = x[0];
    for (int k = 1; k < n; k++)
        if (x[k] > m) m = x[k];
    y[threadIdx.x] = m > 0 ? x[threadIdx.x] / m : 0.0f;
}

__global__ void shuffled(float *x) {
    float v = x[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x % 32 == 0) x[threadIdx.x] = v;
}

__global__ void leaves(const int *x, int *y, int n) {
    int i = threadIdx.x;
    if (i >= n || x[i] == 0) return;
    y[i] = x[i];
}

__constant__ const int places[4] = {2, 0, 3, 1};

__global__ void table(int *y) {
    y[places[threadIdx.x]] = threadIdx.x;
}

__global__ void ticket(int *next, int *y) {
    int at = atomicAdd(next, 1);
    y[at] = threadIdx.x;
}

// Through a variable that is assigned in one arm, shared memory and a shuffle.
__global__ void hidden(const int *x, int *y) {
    __shared__ int s[4];
    int at = 1;
    if (x[0] > 3) at = 2;
    s[threadIdx.x] = at;
    __syncthreads();
    int other = __shfl_xor_sync(~0u, s[3 - threadIdx.x], 1);
    y[threadIdx.x * other] = 0;
}

// Through the array that data chose a cell of.
__global__ void moved(const int *x, int *y) {
    __shared__ int s[8];
    s[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == 0) s[x[0] & 7] = 1;
    __syncthreads();
    y[threadIdx.x & ~s[1]] = 0;
}

// In lock-step the flag is set before it is read; in another order the data is read before.
__global__ void flagged(int *flag, int *data, int *out) {
    if (threadIdx.x == 0) {
        data[0] = 1;
        __threadfence();
        atomicExch(flag, 1);
    }
    if (threadIdx.x == 1) {
        atomicAdd(flag, 0);
        __threadfence();
        out[0] = data[0];
    }
}

__global__ void signalled(volatile int *flag, int *data, int *out) {
    if (threadIdx.x == 0) {
        data[0] = 1;
        __threadfence();
        flag[0] = 1;
    }
    if (threadIdx.x == 1) {
        int seen = flag[0];
        __threadfence();
        out[0] = data[0] + seen;
    }
}

// All lanes are active in lock-step.
__global__ void active(int *out) {
    out[threadIdx.x + __popc(__activemask())] = 1;
}

__global__ void rounded(int *out, float s) {
    out[(int)(expf(s) * 1000) + threadIdx.x] = 1;
}

// The host may have written another order.
__device__ int order[4] = {2, 0, 3, 1};

__global__ void variable(int *out) {
    out[order[threadIdx.x]] = 1;
}

// What all threads of a block say.
__global__ void counted(const int *x, int *y) {
    int count = __syncthreads_count(x[threadIdx.x] > 0);
    y[threadIdx.x & count] = 0;
}

// What all lanes say.
__global__ void balloted(const int *x, int *y) {
    unsigned mask = __ballot_sync(~0u, x[threadIdx.x] > 0);
    y[mask >> threadIdx.x] = 0;
}

__global__ void masked(const int *x, int *y) {
    y[threadIdx.x] = __shfl_xor_sync(x[0], threadIdx.x, 1);
}

// What is left in memory by atomic operations of known operands.
__global__ void added(int *y) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicExch(&s, threadIdx.x);
    __syncthreads();
    y[threadIdx.x & s] = 0;
}

// By blocks that different machines run.
__global__ void far(float *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 15000 || i == 30000) o[5] = i;
}

__device__ int clamp(int x) {
    if (x < 0) return 0;
    if (x > 255) return 255;
    return x;
}

// A branch on data that leaves the function and no more.
__global__ void clamped(int *v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i] = clamp(v[i]);
}

// Only what happens elsewhere races.
__global__ void either(const int *x, int *y) {
    int i = threadIdx.x;
    if (x[i] > 0) y[i] = 1;
    else y[i ^ 1] = 2;
}

// The other operand is read while its owner writes it.
__global__ void chosen(const int *x, int *y) {
    int i = threadIdx.x;
    y[i] = x[i] > 0 ? 1 : y[i ^ 1];
}

__global__ void summed(const float *x, float *total) {
    atomicAdd(total, x[threadIdx.x]);
}

// An operation in an arm that is not defined.
__global__ void shifted(const int *x, int *y) {
    int i = threadIdx.x;
    if (x[i] > 0) y[i] = 1 << (i + 30);
}

// No thread comes to the race.
__global__ void ended(int *y, int n) {
    if (n > 0) {
        assert(n > 5);
        y[0] = threadIdx.x;
    }
}
