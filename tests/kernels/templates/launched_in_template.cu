// What a template of the host hands on: types and values of the kernel follow from the calls that write them out.
//% verdict: verified

template <typename T>
__global__ void scaled(T *x, T by, int n)
//@ requires 0 <= n <= \length(x) && n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> x[i] == \old(x[i]) * by;
//@ writes x[0..n - 1];
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * by;
}

// How wide a group of lanes is must be a constant, which the launches give.
template <typename T, int WIDTH>
__global__ void reversed(T *out, const T *in)
//@ requires blockDim.x % 32 == 0;
//@ ensures out[blockIdx.x * blockDim.x + threadIdx.x] == in[blockIdx.x * blockDim.x + threadIdx.x / WIDTH * WIDTH + WIDTH - 1 - threadIdx.x % WIDTH];
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __shfl_sync(~0u, in[i], WIDTH - 1 - threadIdx.x % WIDTH, WIDTH);
}

template <typename T>
void scale(T *x, T by, int n) {
    scaled<T><<<(n + 255) / 256, 256>>>(x, by, n);
}

template void scale<float>(float *, float, int);

template <typename T, int W>
void reverse(T *out, const T *in, int blocks) {
    reversed<T, W><<<blocks, 128>>>(out, in);
}

template <typename Real>
void both(Real *out, const Real *in, bool wide) {
    if (wide)
        reverse<Real, 16>(out, in, 2);
    else
        reverse<Real, 8>(out, in, 4);
}

int main() {
    scale<int>(nullptr, 2, 100);
    both<float>(nullptr, nullptr, true);
    return 0;
}
