// Each function of the host has variables of its own, whatever others call theirs; several stand in one declaration, and a
// `dim3` gets its members one by one.
//% races: race-free

__global__ void fill(float *x) { x[blockIdx.x * 256 + threadIdx.x] = 1; }
__global__ void twice(float *x) { x[blockIdx.x * 128 + threadIdx.x] *= 2; }
__global__ void halve(float *x) { x[blockIdx.x * 64 + threadIdx.x] /= 2; }

void launchFill(float *x, int n) {
    const int threads = 256, blocks = n / threads;
    fill<<<blocks, threads>>>(x);
}

void launchTwice(float *x, int n) {
    int threads;
    threads = 128;
    for (int i = 0; i < 3; ++i) twice<<<n / threads, threads>>>(x);
}

void launchHalve(float *x) {
    dim3 block, grid;
    block.x = 64;
    grid.x = 7;
    halve<<<grid, block>>>(x);
}
