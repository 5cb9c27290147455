// One of the launched widths is wrong: groups of 16 lanes take their second lane for the last.
//% verdict: not-verified
//% verdict of reversed<float, 8>: verified

// How wide a group of lanes is must be a constant, which the launches give.
template <typename T, int WIDTH>
__global__ void reversed(T *out, const T *in)
//@ requires blockDim.x % 32 == 0;
//@ ensures out[blockIdx.x * blockDim.x + threadIdx.x] == in[blockIdx.x * blockDim.x + threadIdx.x / WIDTH * WIDTH + WIDTH - 1 - threadIdx.x % WIDTH];
//~^ error: ensures
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __shfl_sync(~0u, in[i], (WIDTH > 8 ? 1 : WIDTH - 1) - threadIdx.x % WIDTH, WIDTH);
}

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
    both<float>(nullptr, nullptr, true);
    return 0;
}
