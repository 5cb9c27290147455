// What a body asserts holds where some thread runs it. A loop that nobody enters writes nothing, whatever its step is.
//% verdict: not-verified

//@ requires gridDim.x == 1 && blockDim.x == 1 && (n <= 5 || 0 < m) && 0 <= off && n + off <= \length(a) && 100 <= \length(a);
//@ ensures (-n) / 7 == 176 && (-n) % 7 == 2 && m == -1 && off == 11 - n -> a[10] == 7;
//~^ error: ensures
__global__ void never_entered(int *a, int n, int m, int off) {
    for (int i = 5; i < n; i += m) {
        //@ invariant n <= 5 -> i == 5;
        //@ invariant 5 <= i;
        //@ assert 0 < m;
        a[i + off] = 7;
    }
}
