// An array whose size follows from the template's values has elements where it is declared (TEMPLATE-24), and nowhere else.
//% verdict: verified

//@ requires \length(o) == 1;
//@ ensures o[0] == 0;
template <int N>
__global__ void last_of_zeros(int *o)
{
    int t[N] = {};
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = t[N - 1];
}
