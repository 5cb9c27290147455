// A quantifier does not guard the recursion in its body: the predicate asks itself at numbers that are no smaller.
//% verdict: not-verified
//@ predicate p(int n) = \exists k. p(k) || n == 0 decreases n; //~ error: variant

//@ requires 1 <= \length(a) && blockDim.x == 1 && gridDim.x == 1;
//@ ensures !p(-1); //~ error: ensures
__global__ void k(int *a) { a[0] = 1; }
