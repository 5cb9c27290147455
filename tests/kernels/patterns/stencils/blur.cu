// A box blur from one image to another; the borders are clamped.
//% races: race-free

#define RADIUS 1

__global__ void blur(const unsigned char *in, unsigned char *out, int w, int h) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < w && row < h) {
        int sum = 0;
        int count = 0;
        for (int dy = -RADIUS; dy <= RADIUS; ++dy) {
            for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
                int r = row + dy;
                int c = col + dx;
                if (r > -1 && r < h && c > -1 && c < w) {
                    sum += in[r * w + c];
                    count++;
                }
            }
        }
        if (count > 0) out[row * w + col] = (unsigned char)(sum / count);
    }
}
