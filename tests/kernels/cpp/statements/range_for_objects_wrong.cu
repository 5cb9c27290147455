// What an iterator says decides: an end that is not excluded, a step that skips, a copy of the element.
//% verdict: not-verified

struct Count {
    int at;
    __device__ int operator*() const { return at; }
    __device__ Count &operator++() {
        at++;
        return *this;
    }
    __device__ bool operator!=(const Count &end) const { return at <= end.at; }
};

struct UpTo {
    int n;
    __device__ Count begin() const { return Count{0}; }
    __device__ Count end() const { return Count{n}; }
};

//@ requires blockDim.x == 1 && gridDim.x == 1 && 1 <= n && n <= \length(a);
__global__ void tooFar(int *a, int n) {
    for (int i : UpTo{n}) a[i] = 0; //~ error: bounds
}

struct Slice {
    float *from;
    int count;
    __device__ float *begin() const { return from; }
    __device__ float *end() const { return from + count; }
};

//@ requires n <= blockDim.x * gridDim.x && 3 * n <= \length(v);
//@ ensures \forall j. 0 <= j < 3 * n -> v[j] == 2 * \old(v[j]); //~ error: ensures
__global__ void copies(float *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Slice mine{v + 3 * i, 3};
    for (auto x : mine) x *= 2;
}
