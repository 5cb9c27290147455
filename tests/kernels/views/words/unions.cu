// Unions: several types look at one memory, and its members are found without a name in between (MEM-34).
//% verdict: verified

union Packed {
    struct {
        short low, high;
    };
    int both;
};

union Vector {
    float v[4];
    struct {
        float x, y, z, w;
    };
    __device__ float sum() const { return x + y + z + w; }
};

struct Tagged {
    int kind;
    union {
        int number;
        unsigned char bytes[4];
    } value;
    union {
        float weight;
        float scale;
    };
};

//@ requires n <= blockDim.x * gridDim.x && n <= \length(out) && n <= \length(a);
//@ ensures \forall j. 0 <= j < n -> out[j] == a[j];
__global__ void halves(int *out, const int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Packed p, q;
    p.both = a[i];
    q.low = p.low;
    q.high = p.high;
    out[i] = q.both;
}

__device__ Vector twice(Vector v) {
    for (int i = 0; i < 4; i++) v.v[i] *= 2.0f;
    return v;
}

//@ requires gridDim.x == 1 && blockDim.x == 32 && 32 <= \length(p) && 32 <= \length(out);
//@ ensures \forall j. 0 <= j < 32 -> out[j] == 2 * (p[j].x + p[j].y + p[j].z + p[j].w);
__global__ void summed(float *out, const float4 *p) {
    Vector v;
    v.x = p[threadIdx.x].x;
    v.v[1] = p[threadIdx.x].y;
    v.z = p[threadIdx.x].z;
    v.w = p[threadIdx.x].w;
    Vector w = twice(v);
    if (w.v[0] == 2.0f * v.x) out[threadIdx.x] = w.sum();
}

//@ requires gridDim.x == 1 && blockDim.x == 1 && 1 <= \length(t) && 4 <= \length(out);
//@ ensures out[0] == 4 && out[1] == 3 && out[2] == 2 && out[3] == 1 && t[0].weight == 1 && t[0].kind == 1;
__global__ void digits(Tagged *t, int *out) {
    t->value.number = 0x01020304;
    t->scale = 1.0f;
    t->kind = 1;
    for (int i = 0; i < 4; i++) out[i] = t->value.bytes[i];
}

//@ requires gridDim.x == 1 && blockDim.x == 32 && 32 <= \length(a);
//@ ensures \forall j. 0 <= j < 32 -> a[j] == \old(a[31 - j]);
__global__ void shared_memory(float *a) {
    __shared__ union {
        float first[32];
        float second[32];
    } memory;
    memory.first[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = memory.second[31 - threadIdx.x];
}
