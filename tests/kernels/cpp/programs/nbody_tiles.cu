// All-pairs gravity: a tile of float4 bodies goes through shared memory, as in every n-body sample.
//% verdict: safe
#include <cuda_runtime.h>
#include <stdio.h>

#define TILE 256

typedef struct {
    float softening;
    float damping;
} SimParams;

inline __host__ __device__ float3 operator+(float3 a, float3 b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}

inline __host__ __device__ void operator+=(float3 &a, const float3 &b) {
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}

inline __host__ __device__ float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }

inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ float3 bodyBodyInteraction(float3 ai, float4 bi, float4 bj, float soft2) {
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = dot(r, r);
    distSqr += soft2 * soft2 + 0.01f;
    // The obligation is that this is positive: squares and a constant are.
    float s = bj.w * rsqrtf(distSqr);
    ai += s * r;
    return ai;
}

//@ requires blockDim.x == TILE && numBodies == TILE * gridDim.x;
//@ requires numBodies <= \length(oldPos) && numBodies <= \length(accel);
__global__ void computeForces(const float4 *__restrict__ oldPos, float3 *__restrict__ accel, int numBodies,
                              SimParams params) {
    __shared__ float4 sharedPos[TILE];
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    float4 position = oldPos[index];
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int tile = 0; tile < gridDim.x; tile++) {
        sharedPos[threadIdx.x] = oldPos[tile * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll 128
        for (int counter = 0; counter < TILE; counter++) {
            acc = bodyBodyInteraction(acc, position, sharedPos[counter], params.softening);
        }
        __syncthreads();
    }
    accel[index] = params.damping * acc;
}

int main() {
    float4 *pos;
    float3 *acc;
    SimParams params = {0.1f, 0.995f};
    int n = 4096;
    cudaMalloc((void **)&pos, n * sizeof(float4));
    cudaMalloc((void **)&acc, n * sizeof(float3));
    computeForces<<<n / TILE, TILE>>>(pos, acc, n, params);
    cudaDeviceSynchronize();
    printf("done\n");
    return 0;
}
