// Names for types, launch bounds, attributes of parameters.
//% verdict: verified

typedef unsigned int index_t;
using number = double;

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> y[j] == x[j] * x[j];
extern "C" __global__ void __launch_bounds__(256) squares(const number *__restrict__ x, number *__restrict__ y, const index_t n) {
    const index_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        constexpr int power = 2;
        static_assert(power == 2, "squares only");
        y[i] = x[i] * x[i];
    }
}
