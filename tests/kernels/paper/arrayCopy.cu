// Array copy by the threads of one block.
//
// Proved: for every block size and every array whose length is a multiple of it, the whole of `a`
// ends up in `b`. The comments are the plain form of Kojima, Imanishi and Igarashi's Figure 1:
// an ordinary comment that starts with `requires`, `ensures` or `invariant` is part of the proof.
//
//% verdict: verified

//@ ghost int m;
// requires gridDim.x == 1 && len == m * blockDim.x;
// ensures \forall j. 0 <= j < len -> b[j] == a[j];
__global__ void arrayCopy(const int *a, int *b, int len) {
    int i = threadIdx.x;
    while (i < len) {
        // invariant i == loop_count * blockDim.x + threadIdx.x;
        // invariant \forall j. 0 <= j < loop_count * blockDim.x -> b[j] == a[j];
        b[i] = a[i];
        i = i + blockDim.x;
    }
}
