//% verdict: not-verified
//% options: --float exact
// Instructions that take subnormal numbers for zero are other functions, and so is the full division.

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j] == 0.0f; //~ error: ensures
__global__ void flushed(const float *a, const float *b, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float p, q;
        asm("fma.rn.f32 %0, %1, %2, %1;" : "=f"(p) : "f"(a[i]), "f"(b[i]));
        asm("fma.rn.ftz.f32 %0, %1, %2, %1;" : "=f"(q) : "f"(a[i]), "f"(b[i]));
        y[i] = p == q || p != p || q != q ? 0.0f : 1.0f;
    }
}

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j] == 0.0f; //~ error: ensures
__global__ void approximated(const float *a, const float *b, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float p, q;
        asm("ex2.approx.f32 %0, %1;" : "=f"(p) : "f"(a[i]));
        asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(q) : "f"(a[i]));
        y[i] = p == q || p != p || q != q ? 0.0f : 1.0f;
    }
}

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b) && n <= \length(y);
//@ ensures \forall j. 0 <= j < n -> y[j] == 0.0f; //~ error: ensures
__global__ void divided(const float *a, const float *b, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float p, q;
        asm("div.approx.f32 %0, %1, %2;" : "=f"(p) : "f"(a[i]), "f"(b[i]));
        asm("div.full.f32 %0, %1, %2;" : "=f"(q) : "f"(a[i]), "f"(b[i]));
        y[i] = p == q || p != p || q != q ? 0.0f : 1.0f;
    }
}
