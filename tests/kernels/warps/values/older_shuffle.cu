// Shuffles and votes without a mask, as CUDA had them before version 9: of the lanes that execute them (WARP-13).
//% verdict: verified

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < 16 -> out[i] == \old(in[i]) + \old(in[i + 16]);
__global__ void fold(const int *in, int *out) {
    int x = in[threadIdx.x];
    x += __shfl_down(x, 16);
    if (threadIdx.x < 16) out[threadIdx.x] = x;
}

//@ requires blockDim.x == 32 && gridDim.x == 1 && 32 <= \length(a);
//@ ensures \forall i. 0 <= i < 8 -> a[i] == \old(a[0]);
__global__ void broadcast_of_some(int *a) {
    int x = a[threadIdx.x];
    if (threadIdx.x < 8) a[threadIdx.x] = __shfl(x, 0);
}

//@ requires blockDim.x == 64 && gridDim.x == 1 && 64 <= \length(a) && 64 <= \length(found);
//@ ensures (\exists j. 0 <= j < 32 && a[j] == 7) -> found[0] != 0;
//@ ensures (\forall j. 0 <= j < 32 -> a[j] != 7) -> found[0] == 0;
__global__ void search(const int *a, int *found) {
    found[threadIdx.x] = __any(a[threadIdx.x] == 7);
}
