#include "kernel.cu"

int main() { put<<<1, 64>>>(nullptr, 2); }
