// Inline PTX as hand-tuned code has it: the lane, loads past the cache, a barrier, sums and products of several widths.
//% verdict: verified
//% verdict of functions_of_three_bits: safe
//% verdict of ranks: safe

//@ requires \length(out) == n && n == gridDim.x * blockDim.x && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall i. 0 <= i < n -> out[i] == i % blockDim.x % 32;
__global__ void lanes(unsigned *out, unsigned n) {
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    out[blockIdx.x * blockDim.x + threadIdx.x] = lane;
}

__device__ __forceinline__ float load_once(const float *p) {
    float v;
    asm("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(v) : "l"(p));
    return v;
}

__device__ __forceinline__ void barrier() { asm volatile("bar.sync 0;" ::: "memory"); }

// Reverses each block's part and applies a linear function.
//@ requires blockDim.x <= 256 && \length(out) == gridDim.x * blockDim.x && \length(in) == \length(out);
//@ ensures \forall b, t. 0 <= b < gridDim.x && 0 <= t < blockDim.x ->
//@     out[b * blockDim.x + t] == in[b * blockDim.x + blockDim.x - 1 - t] * 2.0 + 1.0;
__global__ void reversed(float *out, const float *in) {
    __shared__ float s[256];
    unsigned t, size;
    asm("mov.u32 %0, %%tid.x;\n\tmov.u32 %1, %%ntid.x;" : "=r"(t), "=r"(size));
    const unsigned first = blockIdx.x * size;
    s[t] = load_once(in + first + t);
    barrier();
    float r;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(s[size - 1 - t]), "f"(2.0f), "f"(1.0f));
    asm volatile("st.global.cs.f32 [%0], %1;" ::"l"(out + first + t), "f"(r) : "memory");
}

//@ requires n == gridDim.x * blockDim.x && \length(out) == 4 * n && \length(in) == 4 * n;
//@ ensures \forall i. 0 <= i < 4 * n -> out[i] == in[i];
__global__ void copied(float *__restrict__ out, const float *__restrict__ in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x, y, z, w;
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                 : "l"(reinterpret_cast<const float4 *>(in) + i));
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(reinterpret_cast<float4 *>(out) + i), "f"(x), "f"(y),
                 "f"(z), "f"(w)
                 : "memory");
}

// Products that need the wider type, and a sum in steps.
//@ requires \length(a) == gridDim.x * blockDim.x && \length(b) == \length(a) && \length(c) == \length(a);
//@ ensures \forall i. 0 <= i < gridDim.x * blockDim.x -> c[i] == a[i] * b[i] + 3;
__global__ void products(const int *a, const int *b, long long *c) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long p;
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(p) : "r"(a[i]), "r"(b[i]));
    asm("{\n\t add.s64 %0, %0, 1;\n\t add.s64 %0, %0, %1;\n}" : "+l"(p) : "n"(2));
    c[i] = p;
}

// How many lanes are below.
//@ requires \length(rank) == gridDim.x * blockDim.x && blockDim.x == 32 && blockDim.y == 1 && blockDim.z == 1;
__global__ void ranks(int *rank) {
    unsigned below, all, mine;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    asm("mov.b32 %0, -1;" : "=r"(all));
    asm("and.b32 %0, %1, %2;" : "=r"(mine) : "r"(below), "r"(all));
    int number;
    asm("popc.b32 %0, %1;" : "=r"(number) : "r"(mine));
    rank[blockIdx.x * blockDim.x + threadIdx.x] = number;
}

//@ requires n <= \length(a) && n <= \length(b);
//@ ensures \forall i. 0 <= i < n && i < gridDim.x * blockDim.x -> a[i] == tanhf(b[i]) / 2.0f;
__global__ void activation(float *a, const float *b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float r;
        asm("tanh.approx.f32 %0, %1;\n\tmul.rn.f32 %0, %0, %2;" : "=f"(r) : "f"(b[i]), "f"(0.5f));
        a[i] = r;
    }
}

// An output takes the bits of a result, whatever its sign.
//@ requires \length(out) == gridDim.x * blockDim.x;
//@ ensures \forall i. 0 <= i < gridDim.x * blockDim.x -> out[i] == -x - 1;
__global__ void complemented(int *out, int x) {
    int y = x;
    asm("not.b32 %0, %0;" : "+r"(y));
    out[blockIdx.x * blockDim.x + threadIdx.x] = y;
}

// Registers that the text declares, any function of three bits, and words of 64 bits in two halves.
//@ requires n <= gridDim.x * blockDim.x && n <= \length(a) && n <= \length(both);
//@ requires \forall i. 0 <= i < n -> 0 <= a[i] < 1000;
//@ ensures \forall i. 0 <= i < n -> a[i] == 3 * \old(a[i]) + 1;
//@ ensures \forall i. 0 <= i < n -> both[i] == \old(both[i]) / 4294967296 + \old(both[i]) % 4294967296 * 4294967296;
__global__ void halves_exchanged(unsigned *a, unsigned long long *both, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned tripled;
    asm("{ .reg .u32 t; mul.lo.u32 t, %1, %2; add.u32 %0, t, 1; }" : "=r"(tripled) : "r"(a[i]), "r"(3));
    a[i] = tripled;
    unsigned low, high;
    unsigned long long swapped;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(both[i]));
    asm("mov.b64 %0, {%1, %2};" : "=l"(swapped) : "r"(high), "r"(low));
    both[i] = swapped;
}

__global__ void functions_of_three_bits() {
    unsigned x = 0xf0f01234, y = 0xcccc5678, z = 0xaaaa9abc, r;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    assert(r == 0x9696def0);
    asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    assert(r == 0xcaca9ab8);
    asm("lop3.b32 %0, %1, %2, %3, 0x1;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
    assert(r == 0x01012103);
    asm("prmt.b32 %0, %1, 0, 0x0123;" : "=r"(r) : "r"(x));
    assert(r == 0x3412f0f0);
    asm("shf.l.wrap.b32 %0, %1, %2, 4;" : "=r"(r) : "r"(x), "r"(y));
    assert(r == 0xccc5678f);
    asm("shf.r.clamp.b32 %0, %1, %2, 32;" : "=r"(r) : "r"(x), "r"(y));
    assert(r == 0xcccc5678);
}
