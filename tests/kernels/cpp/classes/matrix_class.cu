// A fixed-size matrix class template: product, identity, and a column of threads using it.
//% verdict: safe

template <typename T, int N>
class Mat {
    T m[N][N];

public:
    __host__ __device__ T &operator()(int r, int c) { return m[r][c]; }
    __host__ __device__ const T &operator()(int r, int c) const { return m[r][c]; }
    __host__ __device__ void setIdentity() {
        for (int r = 0; r < N; ++r)
            for (int c = 0; c < N; ++c) m[r][c] = r == c ? T(1) : T(0);
    }
    __host__ __device__ T trace() const {
        T t = T(0);
        for (int i = 0; i < N; ++i) t += m[i][i];
        return t;
    }
};

//@ requires n <= \length(out) && n <= blockDim.x * gridDim.x;
__global__ void traces(float *out, int n, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Mat<float, 3> a;
    a.setIdentity();
    a(0, 0) = scale;
    out[i] = a.trace();
}
