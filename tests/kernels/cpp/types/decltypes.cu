// Types taken from variables, members and values.
//% verdict: verified

template <class T>
struct Widened {
    T value;
};

template <class T>
__device__ auto widened(T x) -> Widened<decltype(x + 1)> {
    Widened<decltype(x + 1)> result;
    result.value = x + 1;
    return result;
}

// A sum of two chars is an int.
//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == a[j] + 1;
__global__ void widen(const signed char *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = widened(a[i]).value;
}

struct Particle {
    float mass;
    int kind;
};

//@ requires n <= blockDim.x * gridDim.x && n <= \length(p) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == p[j].kind / 2;
__global__ void kinds(const Particle *p, float *out, int n) {
    decltype(n) i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    decltype(p[i].kind) quotient = p[i].kind;
    quotient /= 2;
    out[i] = quotient;
}

// The pointer's own type, in its initialiser.
//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(in) == 32 && \length(out) == 32;
//@ ensures \forall j. 0 <= j < 32 -> out[j] == in[31 - j];
__global__ void rows(const long *in, long *out) {
    __shared__ long memory[32];
    long *x = reinterpret_cast<decltype(x)>(memory);
    x[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = static_cast<decltype(in[0] + 1)>(x[31 - threadIdx.x]);
}
