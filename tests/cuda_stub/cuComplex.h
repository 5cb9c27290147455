#pragma once
#include "cuda_stub.h"
// Our own text of the header (R157).
#include "../../specs/headers/cuComplex.h"
