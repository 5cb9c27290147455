// Array copy by the threads of one block.
//
// Proved: for every block size and every length, the whole of `a` ends up in `b`. The comments are of the plain form of
// Kojima, Imanishi and Igarashi's Figure 1: an ordinary comment that starts with `requires`, `ensures` or `invariant`
// is part of the proof. The loop needs no invariant: its iterations do not depend on each other.
//
//% verdict: verified

// requires gridDim.x == 1;
// ensures \forall j. 0 <= j < len -> b[j] == a[j];
__global__ void arrayCopy(const int *a, int *b, int len) {
    int i = threadIdx.x;
    while (i < len) {
        b[i] = a[i];
        i = i + blockDim.x;
    }
}
