#include "fill.h"

int pitch = 128;
void shrink();
void twice(float *a);

int main() {
    float *a = nullptr;
    fill_gpu(a, 1000, 1);
    shrink();
    rows_gpu(a, 128, 16);
    twice(a);
}
