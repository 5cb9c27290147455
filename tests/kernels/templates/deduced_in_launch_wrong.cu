// What is launched has integers, of which a half is not always one.
//% verdict: not-verified

template <typename T>
__global__ void halved(T *x)
//@ requires gridDim.x == 1 && threadIdx.x < \length(x);
//@ ensures 2 * x[threadIdx.x] == \old(x[threadIdx.x]);
//~^ error: ensures
{
    x[threadIdx.x] = x[threadIdx.x] / 2;
}

template <typename Element>
void halve(Element *data) {
    halved<<<1, 64>>>(data);
}

int main() {
    int *counts = nullptr;
    halve(counts);
    return 0;
}
