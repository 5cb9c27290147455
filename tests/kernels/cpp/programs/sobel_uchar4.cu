// Sobel filter on RGBA images, one pixel a thread.
//% verdict: safe
#include <cuda_runtime.h>

__device__ unsigned char luma(uchar4 p) { return (unsigned char)((p.x * 77 + p.y * 151 + p.z * 28) >> 8); }

__device__ int clampi(int v, int lo, int hi) { return v < lo ? lo : (v > hi ? hi : v); }

struct Image {
    uchar4 *data;
    int w, h;
};

__device__ int at(const Image &img, int x, int y) {
    return luma(img.data[clampi(y, 0, img.h - 1) * img.w + clampi(x, 0, img.w - 1)]);
}

//@ requires 0 < src.w && 0 < src.h && dst.w == src.w && dst.h == src.h;
__global__ void sobel(Image src, Image dst, float scale) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= src.w || y >= src.h) return;
    int gx = at(src, x + 1, y - 1) + 2 * at(src, x + 1, y) + at(src, x + 1, y + 1) - at(src, x - 1, y - 1) -
             2 * at(src, x - 1, y) - at(src, x - 1, y + 1);
    int gy = at(src, x - 1, y + 1) + 2 * at(src, x, y + 1) + at(src, x + 1, y + 1) - at(src, x - 1, y - 1) -
             2 * at(src, x, y - 1) - at(src, x + 1, y - 1);
    int sum = (int)(scale * (abs(gx) + abs(gy)));
    unsigned char v = sum < 0 ? 0 : (sum > 255 ? 255 : (unsigned char)sum);
    dst.data[y * dst.w + x] = make_uchar4(v, v, v, 255);
}
