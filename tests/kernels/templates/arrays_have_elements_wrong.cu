// That an array has elements says nothing where it is not declared, and not how many they are (TEMPLATE-25).
//% verdict: refuted

//@ requires \length(o) == 1;
//@ ensures o[0] == 1; //~ error: ensures
template <int N>
__global__ void behind_condition(int *o)
{
    int last = N > 0 ? 1 : 2;
    if constexpr (N > 3) {
        int t[N] = {};
        last += t[0];
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = last;
}

//@ requires \length(o) == 1;
template <int N>
__global__ void second(int *o)
{
    int t[N] = {};
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = t[1]; //~ error: bounds
}
