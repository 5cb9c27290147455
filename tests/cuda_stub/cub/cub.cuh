// The text that stands for CUB, which is checked with the kernels that use it.
#include "../../../specs/headers/cub.cuh"
