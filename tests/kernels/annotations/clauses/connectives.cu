// Equivalence, nested implication, conditional, chains, and both spellings of quantifiers and arrows.
//% verdict: verified

//@ requires 0 <= low < high <= 100 && n <= blockDim.x * gridDim.x;
//@ ensures forall j; 0 <= j < n ==> (inside[j] != 0 <==> low <= x[j] <= high);
//@ ensures \forall integer j; 0 <= j < n ==> inside[j] == 1 ==> x[j] <= 100;
//@ ensures \forall int j, k. 0 <= j < n && 0 <= k < n && x[j] == x[k] -> inside[j] == inside[k];
//@ ensures \forall j. 0 <= j < n -> inside[j] == (low <= x[j] && x[j] <= high ? 1 : 0);
__global__ void insideRange(const int *x, int *inside, int low, int high, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) inside[i] = low <= x[i] && x[i] <= high;
}
