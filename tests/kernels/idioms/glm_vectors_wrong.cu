// What rows in place of columns would make true.
//% verdict: refuted

#include <glm/glm.hpp>

struct Ray {
    glm::vec3 origin, direction;
};

__device__ glm::vec3 at(const Ray &ray, float t) { return ray.origin + t * ray.direction; }

//@ requires n == \length(rays) && n == \length(distance) && n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> distance[i] == rays[i].origin.x + 2 * rays[i].direction.x; //~ error: ensures
__global__ void march(const Ray *rays, float *distance, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) distance[i] = glm::dot(at(rays[i], 2.0f), glm::vec3(0.0f, 1.0f, 0.0f));
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> screen[i].x == points[3 * i] + 2 * points[3 * i + 1] && screen[i].y == 5 * points[3 * i + 2] + 1; //~ error: ensures
__global__ void project(const float *points, glm::vec2 *screen, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    glm::mat4 view(1.0f, 0.0f, 0.0f, 0.0f,
                   2.0f, 0.0f, 0.0f, 0.0f,
                   0.0f, 1.0f, 0.0f, 0.0f,
                   0.0f, 5.0f, 0.0f, 1.0f);
    glm::vec3 point = ((const glm::vec3 *)points)[i];
    glm::vec4 seen = view * glm::vec4(point, 1.0f);
    screen[i] = glm::vec2(seen);
    screen[i][1] = seen.y;
}

//@ requires \length(a) == 1;
//@ ensures a[0] == glm_expected; //~ error: ensures
//@ ghost int glm_expected;
//@ requires glm_expected == 32 - 3 + 50;
__global__ void constants(float *a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        glm::vec3 left(1, 2, 3), right(4, 5, 6);
        glm::mat3 m(1, 2, 3, 4, 5, 6, 7, 8, 9);
        a[0] = glm::dot(left, right) + glm::cross(left, right).x + (m * left)[2];
    }
}
