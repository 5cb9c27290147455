// Each thread writes to the cell that its neighbour's entry of a permutation names. That no two write to one cell follows from
// the barrier invariant: entries of different threads differ.
//% verdict: verified

//@ requires gridDim.x == 1 && n == blockDim.x && n <= \length(next) && n <= \length(from);
//@ requires \forall i. 0 <= i < n -> 0 <= next[i] < n;
//@ requires \forall i, j. 0 <= i < j < n -> next[i] != next[j];
//@ ensures \forall i. 0 <= i < n -> from[next[i]] == i;
__global__ void invert(const int *next, int *from, int n) {
    __shared__ int entry[1024];
    int t = threadIdx.x;
    entry[t] = next[t];
    //@ barrier_invariant entry[t] != \other(entry[t]);
    __syncthreads();
    from[entry[t]] = t;
}
