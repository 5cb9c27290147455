#include "fill.h"

#include <cstdlib>

int pitch = 128;

int main(int argc, char **argv) {
    float *a = nullptr;
    if (argc < 2) return 1;
    fill_gpu(a, atoi(argv[1]), 1);
    rows_gpu(a, 128, 16);
}
