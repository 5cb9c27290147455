// CUDA's <curand_kernel.h>, as far as the kernels use it.
#pragma once
#include "cuda_stub.h"
#include "../../specs/headers/curand_kernel.h"
