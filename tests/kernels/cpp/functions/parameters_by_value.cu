// What a parameter is: a function object of which a call may change it, and an array, whose elements may be const.
//% verdict: verified

struct Sum {
    float last;
    __device__ float operator()(float left, float right) { last = left + right; return last; }
};

template <class Op>
__device__ float twice(float x, Op op) {
    x = op(x, x);
    return op(x, x);
}

//@ requires n == \length(a) && n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> a[i] == (\old(a[i]) + \old(a[i])) + (\old(a[i]) + \old(a[i]));
__global__ void quadruple(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Sum op;
        op.last = 0.0f;
        a[i] = twice(a[i], op);
    }
}

__device__ int dot(const int left[3], const int right[3]) {
    return left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
}

//@ requires 4 * n == \length(a) && n <= blockDim.x * gridDim.x && \forall int i; 0 <= i && i < 4 * n ==> 0 <= a[i] && a[i] < 100;
//@ ensures \forall int i; 0 <= i && i < n ==> a[4 * i + 3] == a[4 * i] + 2 * a[4 * i + 1] + 3 * a[4 * i + 2];
__global__ void weigh(int *a, int n) {
    const int weights[3] = {1, 2, 3};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int mine[3] = {a[4 * i], a[4 * i + 1], a[4 * i + 2]};
        a[4 * i + 3] = dot(mine, weights);
    }
}
