// The launches of one loop have blocks of two sizes, of which the first alone is the kernel's own.
//% races: racy
//% known races: unknown -- what a loop changes has no value, so that nobody knows whether the second size is launched

__global__ void later(float *x) { x[blockIdx.x * 64 + threadIdx.x] = 1; } //~ error: race

int main() {
    float *x;
    cudaMalloc(&x, 4096);
    dim3 block(64, 1);
    for (int i = 0; i < 2; ++i) {
        later<<<7, block>>>(x);
        block.x = 128;
    }
    return 0;
}
