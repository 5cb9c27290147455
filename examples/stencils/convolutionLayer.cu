// A layer of a convolutional network by a K x K window: a batch of images, several channels in and out. The third dimension of the grid counts images and
// channels out together.
//
// Proved: for every size of the batch, number of channels and size of the images, without an invariant.
//
//% verdict: verified

#define K 3

//@ requires 0 <= N && 0 < C && 0 < O && K <= H && K <= W && N * C * H * W <= \length(in) && O * C * K * K <= \length(weight);
//@ requires N * O * (H - K + 1) * (W - K + 1) <= \length(out) && W - K + 1 <= gridDim.x * blockDim.x;
//@ requires H - K + 1 <= gridDim.y * blockDim.y && gridDim.z == N * O;
//@ ensures \forall n, o, y, x. 0 <= n < N && 0 <= o < O && 0 <= y < H - K + 1 && 0 <= x < W - K + 1
//@   -> out[((n * O + o) * (H - K + 1) + y) * (W - K + 1) + x] == sum(c, sum(p, sum(q,
//@      in[((n * C + c) * H + y + p) * W + x + q] * weight[((o * C + c) * K + p) * K + q], 0, K - 1), 0, K - 1), 0, C - 1);
__global__ void convolutionLayer(const float *in, const float *weight, float *out, int N, int C, int O, int H, int W) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int n = blockIdx.z / O, o = blockIdx.z % O;
    if (x > W - K || y > H - K) return;
    float sum = 0;
    for (int c = 0; c < C; c++)
        for (int p = 0; p < K; p++)
            for (int q = 0; q < K; q++)
                sum += in[((n * C + c) * H + y + p) * W + x + q] * weight[((o * C + c) * K + p) * K + q];
    out[((n * O + o) * (H - K + 1) + y) * (W - K + 1) + x] = sum;
}
