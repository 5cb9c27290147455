// For one type a lambda expression with `auto` among its parameters has one `__shared__` array.
//% verdict: refuted

__global__ void ofOneType(const int one, int other) {
    auto keep = [](auto value, int i) {
        __shared__ double held[1024];
        held[i] = value; //~ error: race
    };
    keep(one, threadIdx.x);
    keep(other, (threadIdx.x + 1) % blockDim.x);
}
