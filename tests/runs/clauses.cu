// Quantifiers with and without bounds, folds, other threads.
//% run: --block 3 --arg a=[1,2,3] --arg n=3 --arg far=0 -> undecided
//% run: --block 3 --arg a=[1,2,3] --arg n=3 --arg far=1 -> ensures@8
//% run: --block 3 --arg a=[3,2,1] --arg n=3 --arg far=0 -> requires-not-met
//@ requires \forall i, j. 0 <= i < j < n -> a[i] < a[j];
//@ requires \exists i. 0 <= i < n && a[i] == 2;
//@ ensures a[0] == sum(k, \old(a[k]), 0, n - 1) && count(k, a[k] > 1, 0, n - 1) == n;
//@ ensures \forall j. n <= j -> a[j] == \old(a[j]);
//@ ensures sum(t : thread, threadIdx.x@t) == 3 && max_over(k, \old(a[k]), 0, n - 1) == 3;
__global__ void k(int *a, int n, bool far) {
    int mine = a[threadIdx.x];
    //@ assert \exists t : thread. mine@t == 3;
    //@ assert \forall t : thread. \forall u : thread. t == u || mine@t != mine@u;
    if (threadIdx.x == 0) a[0] = 6;
    if (far && threadIdx.x == 1) a[5] = 100;
}
