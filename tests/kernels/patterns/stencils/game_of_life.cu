// A torus; the next generation is another array.
//% races: race-free

__global__ void generation(const int *now, int *next, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0) alive += now[((y + dy + h) % h) * w + (x + dx + w) % w];
    int me = now[y * w + x];
    next[y * w + x] = (alive == 3 || (me == 1 && alive == 2)) ? 1 : 0;
}
