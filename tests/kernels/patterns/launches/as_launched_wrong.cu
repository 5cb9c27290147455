// The host's rows are shorter than the grid where the width is no multiple of the tile.
//% races: racy

extern "C" int atoi(const char *);

#define TILE 16

__global__ void gradient(float *out, const float *in, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * pitch + x] = in[y * pitch + x + 1] - in[y * pitch + x]; //~ error: race
}

int main(int argc, char **argv) {
    int width = atoi(argv[1]);
    if (width <= 0 || width > 100) return 1;
    float *in, *out;
    cudaMalloc(&in, 4096 * 4096);
    cudaMalloc(&out, 4096 * 4096);
    dim3 block(TILE, TILE);
    gradient<<<dim3((width + TILE - 1) / TILE, 4), block>>>(out, in, width);
    return 0;
}
