// A `void *` is one, whatever it leads to: the type that is declared says which function is meant.
//% verdict: verified

__device__ int kind(void *memory) { return 1; }
__device__ int kind(int *memory) { return 2; }

__device__ int looks(const void *memory) { return 1; }
__device__ int looks(const int *memory) { return 2; }

template <class T> __device__ int made(T *memory) { return 1; }
template <> __device__ int made<int>(int *memory) { return 2; }

__device__ int handed_on(void *memory) { return kind(memory); }
__device__ void *any(int *memory) { return memory; }

//@ requires \length(o) == 8 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 1 && o[1] == 1 && o[2] == 1 && o[3] == 1;
//@ ensures o[4] == 1 && o[5] == 1 && o[6] == 1 && o[7] == 2;
__global__ void declared(int *o, int c) {
    int i = 0;
    void *p = &i;
    const void *q = &i;
    o[0] = kind((void *)&i);
    o[1] = kind(p);
    o[2] = handed_on(&i);
    o[3] = made(p);
    o[4] = looks(q);
    o[5] = kind(c ? (void *)&i : &i);
    auto r = any(&i);
    o[6] = kind(r);
    o[7] = kind((int *)p);
}

//@ requires \length(o) == 2 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 1 && o[1] == 1;
__global__ void given(int *o, void *memory) {
    o[0] = kind(memory);
    void *own = o;
    o[1] = kind(own);
}
