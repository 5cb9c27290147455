// One step of a bitonic sorting network: the element of every pair `i`, `i ^ j` that should come first comes first, where bit `k` of `i` says
// whether the pair ascends or descends.
//
// Proved: for every distance that is a power of two, every power of two as the number of elements and every `k`, each pair holds the
// smaller and the larger one of its two values in the order that `k` says, and no two threads touch one pair.
//
//% verdict: verified

//@ requires \is_pow2(j) && \is_pow2(n) && j < n <= blockDim.x * gridDim.x && \length(a) == n;
//@ ensures \forall i. 0 <= i < n && (i & j) == 0 && (i & k) == 0 -> a[i] == \min(\old(a[i]), \old(a[i ^ j])) && a[i ^ j] == \max(\old(a[i]), \old(a[i ^ j]));
//@ ensures \forall i. 0 <= i < n && (i & j) == 0 && (i & k) != 0 -> a[i] == \max(\old(a[i]), \old(a[i ^ j])) && a[i ^ j] == \min(\old(a[i]), \old(a[i ^ j]));
__global__ void bitonicStep(int *a, int n, int j, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int partner = i ^ j;
    if (i < n && i < partner) {
        int here = a[i], there = a[partner];
        bool up = (i & k) == 0;
        if ((here > there) == up) {
            a[i] = there;
            a[partner] = here;
        }
    }
}
