// The text that stands for GLM, which is checked with the kernels that use it.
#include "../../../specs/headers/glm.hpp"
