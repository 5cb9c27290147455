// Nothing in the kernel says that a row is as wide as the grid. The host does, wherever it computes the launch.
//% races: race-free

extern "C" int atoi(const char *);

#define TILE 16

__global__ void gradient(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x + 1] - in[y * pitch + x];
}

static int ceiling(int a, int b) { return a % b == 0 ? a / b : a / b + 1; }

static void launch(float *out, const float *in, int width, int height) {
    dim3 block(TILE, TILE);
    dim3 grid(ceiling(width, TILE), 1);
    grid.y = ceiling(height, block.y);
    gradient<<<grid, block>>>(out, in, grid.x * block.x);
}

int main(int argc, char **argv) {
    int width = argc > 1 ? atoi(argv[1]) : 640;
    if (width <= 0) return 1;
    float *in, *out;
    cudaMalloc(&in, 4096 * 4096);
    cudaMalloc(&out, 4096 * 4096);
    for (int round = 0; round < 10; round++) launch(out, in, width, 480);
    return 0;
}
