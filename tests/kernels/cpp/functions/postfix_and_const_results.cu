// Postfix operators whose value is not used, objects that are returned as `const`, overloads by pointers, and instances for
// `T` and `const T`.
//% verdict: verified

struct Step {
    int at;
    __device__ Step &operator++() { at += 5; return *this; }
    __device__ void operator++(int) { at += 7; }
};

struct Cell {
    int value;
    __device__ int read() { return 1; }
    __device__ int read() const { return 2; }
};

__device__ const Cell constant() { return Cell{1}; }
__device__ Cell changing() { return Cell{1}; }
template <typename T> __device__ const T any() { return T{3}; }

__device__ int taken(int *) { return 1; }
__device__ int taken(const void *) { return 2; }

template <typename T> __device__ int *own() {
    __shared__ int cell;
    return &cell;
}

//@ requires \length(out) == 9;
//@ ensures out[0] == 7 && out[1] == 12 && out[2] == 2 && out[3] == 1 && out[4] == 2;
//@ ensures out[5] == 2 && out[6] == 1 && out[7] == 1 && out[8] == 5;
__global__ void forms(int *out, float *other) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    Step step = {0};
    step++;
    out[0] = step.at;
    ++step;
    out[1] = step.at;
    out[2] = constant().read();
    out[3] = changing().read();
    out[4] = any<Cell>().read();
    out[5] = taken(other);
    out[6] = taken(out);
    out[7] = constant().value;
    *own<float>() = 5;
    *own<const float>() = 6;
    out[8] = *own<float>();
}
