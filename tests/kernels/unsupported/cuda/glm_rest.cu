// What our text of GLM does not say.
//% verdict: unsupported

#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>

__global__ void turned(glm::mat4 *m) { m[threadIdx.x] = glm::rotate(m[threadIdx.x], 1.0f, glm::vec3(0, 0, 1)); }
