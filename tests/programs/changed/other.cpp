#include "fill.h"

void shrink() { pitch = 64; }

void twice(float *a) { fill_gpu(a, 100, 0); }
