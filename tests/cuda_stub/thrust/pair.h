// The text that stands for this header (PP-16), which is checked with the kernels that use it.
#pragma once
#include "../../../specs/headers/thrust.h"
