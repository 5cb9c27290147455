// Which of two kernels is launched is chosen before: each of them may be.
//% races: race-free
#include <cuda_runtime.h>

__global__ void rows(float *out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * width + x] = 0.0f;
}

__global__ void columns(float *out, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[x * width + y] = 0.0f;
}

int main() {
    float *out;
    cudaMalloc(&out, 512 * 512 * sizeof(float));
    void (*kernel)(float *, int);
    for (int number = 0; number < 2; number++) {
        switch (number) {
        case 0:
            kernel = &rows;
            break;
        case 1:
            kernel = &columns;
            break;
        }
        kernel<<<dim3(32, 32), dim3(16, 16)>>>(out, 512);
    }
    return cudaDeviceSynchronize();
}
