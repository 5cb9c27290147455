// Life on a torus with a helper struct for the board.
//% verdict: safe

struct Board {
    const unsigned char *cells;
    int w, h;
    __device__ int alive(int x, int y) const { return cells[((y + h) % h) * w + (x + w) % w]; }
};

//@ requires 0 < b.w && 0 < b.h;
__global__ void life(Board b, unsigned char *next) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= b.w || y >= b.h) return;
    int around = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0) around += b.alive(x + dx, y + dy);
    next[y * b.w + x] = around == 3 || (around == 2 && b.alive(x, y)) ? 1 : 0;
}
