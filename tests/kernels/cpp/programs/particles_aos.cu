// Particles as an array of structs with nested vectors; methods move them.
//% verdict: safe
#include <cuda_runtime.h>

struct Vec3 {
    float x, y, z;
    __host__ __device__ Vec3() : x(0.f), y(0.f), z(0.f) {}
    __host__ __device__ Vec3(float x_, float y_, float z_) : x(x_), y(y_), z(z_) {}
    __host__ __device__ Vec3 operator+(const Vec3 &o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
    __host__ __device__ Vec3 operator*(float s) const { return Vec3(x * s, y * s, z * s); }
    __host__ __device__ Vec3 &operator+=(const Vec3 &o) {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
};

struct Particle {
    Vec3 position;
    Vec3 velocity;
    float mass;
    int alive;

    __host__ __device__ void advance(float dt) { position += velocity * dt; }
};

//@ requires n <= \length(particles);
__global__ void advanceParticles(Particle *particles, int n, float dt, Vec3 gravity) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle &p = particles[i];
    if (!p.alive) return;
    p.velocity += gravity * dt;
    p.advance(dt);
}
