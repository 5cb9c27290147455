// The lambda expression writes one cell from all threads, and neighbours' cells.
//% verdict: refuted

extern "C" int atoi(const char *);

template <typename F> __global__ void for_each(int n, F body) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) body(i);
}

void last(int *cell, int n) {
    for_each<<<8, 64>>>(n, [=] __device__(int i) { cell[0] = i; }); //~ error: race
}

void shift(int *cells, int n) {
    for_each<<<8, 64>>>(n, [=] __device__(int i) { cells[i] = cells[i + 1]; }); //~ error: race
}

int main(int argc, char **argv) {
    int *cells;
    cudaMalloc(&cells, 4096);
    int n = atoi(argv[1]);
    last(cells, n);
    shift(cells, n);
    return 0;
}
