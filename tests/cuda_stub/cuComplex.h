#pragma once
#include "cuda_stub.h"
// Our own text of the header (PP-16).
#include "../../specs/headers/cuComplex.h"
