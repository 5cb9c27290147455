// A filter over texture objects: fetches have unknown content.
//% verdict: safe
#include <cuda_runtime.h>

__global__ void filterTex(cudaTextureObject_t weights, cudaTextureObject_t img, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0.f;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += tex1Dfetch<float>(weights, (dy + 1) * 3 + dx + 1) * tex2D<float>(img, x + dx + 0.5f, y + dy + 0.5f);
    float4 tint = tex2D<float4>(img, 0.5f, 0.5f);
    out[y * w + x] = sum * tint.w;
}
