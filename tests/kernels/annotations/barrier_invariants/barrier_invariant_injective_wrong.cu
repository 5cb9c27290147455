// Halves of different entries may be equal.
//% verdict: not-verified

//@ requires gridDim.x == 1 && n == blockDim.x && n <= \length(next) && n <= \length(from);
//@ requires \forall i. 0 <= i < n -> 0 <= next[i] < n;
//@ requires \forall i, j. 0 <= i < j < n -> next[i] != next[j];
__global__ void invert(const int *next, int *from, int n) {
    __shared__ int entry[1024];
    int t = threadIdx.x;
    entry[t] = next[t] / 2;
    //@ barrier_invariant entry[t] != \other(entry[t]);
    //~^ error: barrier-invariant
    __syncthreads();
    from[entry[t]] = t; //~ error: race
}
