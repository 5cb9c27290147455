// The columns of a convolution where one thread too many copies.
//
// Found: it writes behind the end.
//
//% verdict: refuted

#define K 3

//@ requires 0 < C && K <= H && K <= W && C * H * W <= \length(im) && C * K * K * (H - K + 1) * (W - K + 1) <= \length(col);
//@ requires C * K * K * (H - K + 1) * (W - K + 1) <= blockDim.x * gridDim.x;
//@ ensures \forall c, ky, kx, y, x.
//@   0 <= c < C && 0 <= ky < K && 0 <= kx < K && 0 <= y < H - K + 1 && 0 <= x < W - K + 1
//@   -> col[(((c * K + ky) * K + kx) * (H - K + 1) + y) * (W - K + 1) + x] == im[(c * H + y + ky) * W + x + kx];
__global__ void im2col(const float *im, float *col, int C, int H, int W) {
    int height = H - K + 1, width = W - K + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= C * K * K * height * width) {
        int x = i % width;
        int y = i / width % height;
        int kx = i / (width * height) % K;
        int ky = i / (width * height * K) % K;
        int c = i / (width * height * K * K);
        col[i] = im[(c * H + y + ky) * W + x + kx]; //~ error: bounds
    }
}
