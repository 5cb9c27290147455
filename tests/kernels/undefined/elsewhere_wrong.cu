// Values that nobody has written where a loop breaks off, does not run or writes elsewhere, in other members and cells (WARP-33, WARP-38, WARP-36).
//% verdict: not-verified

__global__ void y1(int *o, int n, int k) {
    int x; for (int i = 0; i < n; i++) { if (i == k) break; x = i; } if (n > 0) o[blockIdx.x * blockDim.x + threadIdx.x] = x; //~ error: initialised
}

__global__ void y2(int *o, int n) {
    int x; for (int i = threadIdx.x; i < n; i++) { x = i; } if (n > 0) o[blockIdx.x * blockDim.x + threadIdx.x] = x - x; //~ error: initialised
}

__global__ void y3(int *o, int n, int m) {
    int x; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) x = j; if (n > 0) o[blockIdx.x * blockDim.x + threadIdx.x] = x; //~ error: initialised
}

//@ requires blockDim.x == 64;
__global__ void y4(int *o, int n) {
    __shared__ int s[64]; for (int i = 0; i < n; i++) { s[threadIdx.x % 64] = i; } __syncthreads(); o[blockIdx.x * blockDim.x + threadIdx.x] = s[63 - threadIdx.x % 64] - s[63 - threadIdx.x % 64]; //~ error: initialised
}

__global__ void y5(int *o, int n) {
    for (int i = 0; i < n; i++) { int x; if (i > 0) o[blockIdx.x * blockDim.x + threadIdx.x] = x; x = i; } //~ error: initialised
}

__global__ void y6(int *o, int n) {
    int i = 0; int x; do { if (i == 1) x = 2; i++; } while (i < n); o[blockIdx.x * blockDim.x + threadIdx.x] = x * 0; //~ error: initialised
}

__global__ void y7(int *o) {
    int a[4]; int x = 3; a[0] = 1; for (int i = 0; i < 4; i++) x += a[i] - a[i]; o[blockIdx.x * blockDim.x + threadIdx.x] = x; //~ error: initialised
}

struct S { int a, b; };

__global__ void y8(int *o) {
    __shared__ S s; if (threadIdx.x == 0) s.a = 1; __syncthreads(); o[blockIdx.x * blockDim.x + threadIdx.x] = s.b ^ s.b; //~ error: initialised
}

__global__ void y9(int *o) {
    extern __shared__ int e[]; int *lo = e, *hi = e + blockDim.x; lo[threadIdx.x] = 1; __syncthreads(); o[blockIdx.x * blockDim.x + threadIdx.x] = hi[threadIdx.x] & 0; //~ error: initialised
}
