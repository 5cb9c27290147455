// Red-black Gauss-Seidel: a colour as template parameter, neighbours through a lambda expression.
//% verdict: safe

//@ requires 2 < w && 2 < h && 0 <= colour <= 1;
__global__ void relaxColour(float *u, int w, int h, int colour) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    auto at = [=](int dx, int dy) { return u[(y + dy) * w + x + dx]; };
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1 && ((x + y) & 1) == colour)
        u[y * w + x] = 0.25f * (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1));
}
