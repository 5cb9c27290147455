// A launch that leaves a value out has the template's default.
//% verdict: safe
//% verdict of any: not-verified

constexpr int WIDTH = 4;

template <int VEC = 4>
__global__ void scale4(const float *__restrict__ x, float *__restrict__ y, int n) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * VEC;
    if (i + VEC <= n) {
        float4 v = *reinterpret_cast<const float4 *>(x + i);
        *reinterpret_cast<float4 *>(y + i) = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
}

// Of the type that is given, and of the file's constant.
template <typename T, int VEC = WIDTH, bool FLAG = false>
__global__ void typed(T *y) {
    __shared__ T s[WIDTH];
    if (threadIdx.x == 0 && blockIdx.x == 0) s[VEC - 1] = y[0];
    if (FLAG) y[1] = threadIdx.x;
}

// The prototype has the default.
template <int N = 2> __global__ void declared(int *x);
template <int N> __global__ void declared(int *x) {
    int s[2] = {1, 2};
    x[blockIdx.x * blockDim.x + threadIdx.x] = s[N - 1];
}

// One launch gives the value: any is looked at.
template <int N = 2>
__global__ void any(int *x) {
    int s[2] = {1, 2};
    x[blockIdx.x * blockDim.x + threadIdx.x] = s[N - 1]; //~ error: bounds
}

void launch(float *x, float *y, double *z, int *i, int n) {
    scale4<<<n / 1024, 256>>>(x, y, n);
    typed<float><<<1, 32>>>(y);
    typed<<<1, 32>>>(z);
    declared<<<1, 32>>>(i);
    any<<<1, 32>>>(i);
    any<3><<<1, 32>>>(i);
}
