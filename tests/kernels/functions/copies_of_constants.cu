// A parameter by value is an object of its own: it may be written, and functions are chosen for it, as it is declared, whatever the argument is.
//% verdict: verified

struct Pair {
    int a[2];
    int n;
};

__device__ int kind(int *cell) { return 1; }
__device__ int kind(const int *cell) { return 2; }
__device__ int kind_of(int &cell) { return 1; }
__device__ int kind_of(const int &cell) { return 2; }
__device__ void clear(int *cell) { *cell = 0; }

__device__ int of_copy(Pair pair) { return kind(pair.a); }
__device__ int of_constant_copy(const Pair pair) { return kind(pair.a); }
__device__ int of_cell(Pair pair) { return kind_of(pair.a[1]); }
template <class T> __device__ int of_any(T pair) { return kind(pair.a); }
__device__ int changed(Pair pair) {
    pair.a[0] = 9;
    pair.n = 1;
    return pair.a[0] + pair.n;
}
__device__ int cleared(Pair pair) {
    clear(pair.a);
    return pair.a[0];
}
__device__ int last(Pair pair) {
    int &cell = pair.a[1];
    cell = 4;
    return pair.a[1];
}
__device__ Pair made(int first) { return Pair{{first, 2}, 3}; }

//@ requires \length(o) == 8 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 1 && o[1] == 2 && o[2] == 1 && o[3] == 1;
//@ ensures o[4] == 1 && o[5] == 1 && o[6] == 1 && o[7] == 1;
__global__ void chosen(int *o, const Pair given) {
    const Pair pair = {{1, 2}, 3};
    const Pair *p = &pair;
    Pair other = pair;
    o[0] = of_copy(pair);
    o[1] = of_constant_copy(other);
    o[2] = of_cell(pair);
    o[3] = of_any(given);
    o[4] = of_copy(p[0]);
    o[5] = of_copy(other);
    o[6] = of_copy(Pair(pair));
    o[7] = [](Pair own) { return kind(own.a); }(pair);
}

// The argument stays what it is.
//@ requires \length(o) == 6 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 10 && o[1] == 0 && o[2] == 4 && o[3] == 1 && o[4] == 0 && o[5] == 2;
__global__ void written(int *o) {
    const Pair pair = {{1, 2}, 3};
    o[0] = changed(pair);
    o[1] = cleared(pair);
    o[2] = last(pair);
    o[3] = pair.a[0];
    o[4] = cleared(made(7));
    o[5] = pair.a[1];
}
