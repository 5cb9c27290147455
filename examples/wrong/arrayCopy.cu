// Array copy by the threads of one block, with the source read one element too far.
//
// Found: the cells below `loop_count * blockDim.x` are not copies of `a` after the first iteration.
//
//% verdict: refuted

//@ ghost int m;
// requires gridDim.x == 1 && len == m * blockDim.x;
// ensures \forall j. 0 <= j < len -> b[j] == a[j];
//~^ error: ensures
__global__ void arrayCopy(const int *a, int *b, int len) {
    int i = threadIdx.x;
    while (i < len) {
        // invariant i == loop_count * blockDim.x + threadIdx.x;
        // invariant \forall j. 0 <= j < loop_count * blockDim.x -> b[j] == a[j];
        //~^ error: invariant-preserved
        b[i] = a[i + 1];
        i = i + blockDim.x;
    }
}
