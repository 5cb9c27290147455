#pragma once
#include "../glm.hpp"

namespace glm {
template <typename T>
__host__ __device__ tmat4x4<T> rotate(const tmat4x4<T> &m, T angle, const tvec3<T> &axis);
}
