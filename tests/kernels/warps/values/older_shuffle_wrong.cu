// A lane that does not take part gives nothing that is known.
//% verdict: not-verified

//@ requires blockDim.x == 32 && gridDim.x == 1 && 32 <= \length(a);
//@ ensures \forall i. 0 <= i < 8 -> a[i] == \old(a[i + 8]);
//~^ error: ensures
__global__ void from_those_who_left(int *a) {
    int x = a[threadIdx.x];
    if (threadIdx.x < 8) a[threadIdx.x] = __shfl_down(x, 8);
}
