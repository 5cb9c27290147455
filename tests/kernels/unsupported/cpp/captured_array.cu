// An array of the thread's own that a lambda expression captures by value would be copied.
//% verdict: unsupported

__global__ void copies(int *out) {
    int own[2] = {1, 2};
    auto first = [=](int i) { return own[i]; };
    own[0] = 3;
    out[threadIdx.x] = first(0);
}

__global__ void named(int *out) {
    int own[2] = {1, 2};
    auto first = [own](int i) { return own[i]; };
    own[0] = 3;
    out[threadIdx.x] = first(0);
}
