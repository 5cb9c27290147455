// A lambda expression with `auto` among its parameters is one function for each type, with a `__shared__` array of its own (CLASS-29).
//% verdict: safe

__global__ void ofTwoTypes(int one, float other) {
    auto keep = [](auto value, int i) {
        __shared__ double held[1024];
        held[i] = value;
    };
    keep(one, threadIdx.x);
    keep(other, (threadIdx.x + 1) % blockDim.x);
}
