// An array whose size follows from the template's values has elements where it is declared (TEMPLATE-25), and nowhere else.
//% verdict: verified

//@ requires \length(o) == 1;
//@ ensures o[0] == 0;
template <int N>
__global__ void last_of_zeros(int *o)
{
    int t[N] = {};
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = t[N - 1];
}

//@ requires \length(o) == blockDim.x;
//@ requires gridDim.x == 1;
//@ ensures \forall j. 0 <= j < blockDim.x -> o[j] == 0;
template <int N>
__global__ void first_of_shared(int *o)
{
    __shared__ int s[N];
    if (threadIdx.x == 0) s[N - 1] = 0;
    __syncthreads();
    o[threadIdx.x] = s[(N - 1) % N];
}
