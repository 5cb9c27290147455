// A step of a bitonic network over any number of elements.
//% verdict: verified

//@ requires \is_pow2(j) && 0 <= n <= blockDim.x * gridDim.x && \length(a) == n;
//@ ensures \forall i. 0 <= i && (i ^ j) < n && (i & j) == 0 && (i & k) == 0 -> a[i] == \min(\old(a[i]), \old(a[i ^ j])) && a[i ^ j] == \max(\old(a[i]), \old(a[i ^ j]));
//@ ensures \forall i. 0 <= i && (i ^ j) < n && (i & j) == 0 && (i & k) != 0 -> a[i] == \max(\old(a[i]), \old(a[i ^ j])) && a[i ^ j] == \min(\old(a[i]), \old(a[i ^ j]));
__global__ void bitonicStep(int *a, int n, int j, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int partner = i ^ j;
    if (i < partner && partner < n) {
        int here = a[i], there = a[partner];
        bool up = (i & k) == 0;
        if (up ? here > there : here < there) {
            a[i] = there;
            a[partner] = here;
        }
    }
}
