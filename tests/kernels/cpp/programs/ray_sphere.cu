// Spheres against rays: nested structs, const references, early returns of records, inheritance.
//% verdict: safe
#include <cuda_runtime.h>

struct Hit {
    float t;
    int id;
};

struct Shape {
    float3 centre;
};

struct Sphere : public Shape {
    float radius;

    __device__ Hit hit(const float3 &origin, const float3 &direction, int id) const {
        float3 oc = make_float3(origin.x - centre.x, origin.y - centre.y, origin.z - centre.z);
        float b = oc.x * direction.x + oc.y * direction.y + oc.z * direction.z;
        float c = oc.x * oc.x + oc.y * oc.y + oc.z * oc.z - radius * radius;
        float d = b * b - c;
        if (d < 0.0f) return {-1.0f, -1};
        return {-b - sqrtf(d), id};
    }
};

__constant__ Sphere scene[16];

//@ requires 0 <= count && count <= 16;
__global__ void trace(uchar4 *image, int width, int height, int count) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float3 origin = {0.0f, 0.0f, -5.0f};
    const float3 direction = {x * 0.001f, y * 0.001f, 1.0f};
    Hit best = {1e30f, -1};
    for (int s = 0; s < count; s++) {
        Hit h = scene[s].hit(origin, direction, s);
        if (h.id >= 0 && h.t > 0.0f && h.t < best.t) best = h;
    }
    uchar4 colour = make_uchar4(0, 0, 0, 255);
    if (best.id >= 0) {
        colour.x = (best.id * 37) & 255;
        colour.y = 255 - colour.x;
    }
    image[y * width + x] = colour;
}
