// Mandelbrot with colours as uchar4, templated over the scalar type.
//% verdict: safe
#include <cuda_runtime.h>

template <class T>
__device__ inline int CalcMandelbrot(const T xPos, const T yPos, const T xJParam, const T yJParam, const int crunch,
                                     const bool isJulia) {
    T x, y, xx, yy;
    int i = crunch;
    T xC, yC;
    if (isJulia) {
        xC = xJParam;
        yC = yJParam;
        y = yPos;
        x = xPos;
        yy = y * y;
        xx = x * x;
    } else {
        xC = xPos;
        yC = yPos;
        y = 0;
        x = 0;
        yy = 0;
        xx = 0;
    }
    while (--i && (xx + yy < T(4.0))) {
        y = x * y + x * y + yC;
        x = xx - yy + xC;
        yy = y * y;
        xx = x * x;
    }
    return i;
}

//@ requires 0 < imageW && 0 < imageH;
template <class T>
__global__ void Mandelbrot0(uchar4 *dst, const int imageW, const int imageH, const int crunch, const T xOff,
                            const T yOff, const T xJP, const T yJP, const T scale, const uchar4 colors, const int frame,
                            const int animationFrame, const bool isJ) {
    const int ix = blockDim.x * blockIdx.x + threadIdx.x;
    const int iy = blockDim.y * blockIdx.y + threadIdx.y;
    if ((ix < imageW) && (iy < imageH)) {
        const T xPos = (T)ix * scale + xOff;
        const T yPos = (T)iy * scale + yOff;
        int m = CalcMandelbrot<T>(xPos, yPos, xJP, yJP, crunch, isJ);
        m = m > 0 ? crunch - m : 0;
        uchar4 color;
        if (m) {
            m += animationFrame;
            color.x = m * colors.x;
            color.y = m * colors.y;
            color.z = m * colors.z;
        } else {
            color.x = 0;
            color.y = 0;
            color.z = 0;
        }
        int pixel = imageW * iy + ix;
        dst[pixel] = color;
    }
}

template __global__ void Mandelbrot0<float>(uchar4 *, const int, const int, const int, const float, const float,
                                            const float, const float, const float, const uchar4, const int, const int,
                                            const bool);
template __global__ void Mandelbrot0<double>(uchar4 *, const int, const int, const int, const double, const double,
                                             const double, const double, const double, const uchar4, const int,
                                             const int, const bool);
