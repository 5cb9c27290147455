// A difference is not associative: nothing that rests on that is proved.
//% verdict: not-verified
//% verdict of first/law/identity-behind: verified

__device__ int first(int x, int y) { return x - y; }

//@ operator first(int x, int y) identity 0; //~ error: lemma
//@ requires gridDim.x == 1 && \length(a) == blockDim.x && \length(out) == blockDim.x && \length(s) == blockDim.x;
//@ ensures \forall j. 0 <= j < blockDim.x -> out[j] == fold(first, k, a[k], 0, j); //~ error: ensures
__global__ void firstSet(const int *a, int *out) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        //@ invariant 1 <= d;
        //@ invariant \forall j. 0 <= j < blockDim.x -> s[j] == fold(first, k, a[k], \max(0, j - d + 1), j); //~ error: invariant-entry
        int own = s[t];
        if (t >= d) own = first(s[t - d], own);
        __syncthreads();
        s[t] = own;
        __syncthreads();
    }
    out[t] = s[t];
}
