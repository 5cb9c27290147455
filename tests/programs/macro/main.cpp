#include "put.h"

int main() {
    put_gpu(nullptr, 1);
    PUT(nullptr, 0);
}
