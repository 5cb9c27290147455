// The planes of an image in an array of pointers, which a device function gets: each plane is written by its number.
//% verdict: verified

struct Swap {
    __device__ static void convert(unsigned char *dst[3], const unsigned char *const src[3], int at) {
        dst[0][at] = src[2][at];
        dst[1][at] = src[1][at];
        dst[2][at] = src[0][at];
    }
};

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires n <= \length(r) && n <= \length(g) && n <= \length(b);
//@ requires n <= \length(red) && n <= \length(green) && n <= \length(blue);
//@ ensures \forall i. 0 <= i < n -> red[i] == b[i] && green[i] == g[i] && blue[i] == r[i];
__global__ void swapPlanes(const unsigned char *r, const unsigned char *g, const unsigned char *b,
                           unsigned char *red, unsigned char *green, unsigned char *blue, int n) {
    const unsigned char *src[3] = {r, g, b};
    unsigned char *dst[3] = {red, green, blue};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) Swap::convert(dst, src, i);
}
