// Lock-step loop counts, threads that leave, and annotations about both.
//% run: --block 4 --arg a=zeros(4) --arg bound=3 -> ok; a = [0,1,2,3]
//% run: --block 4 --arg a=zeros(4) --arg bound=2 -> assert@21
//% run: --block 4 --arg a=zeros(4) --arg bound=2 --schedule reverse -> ok
//% run: --block 6 --arg a=zeros(6) --arg bound=9 -> invariant-preserved@14
__global__ void k(int *a, int bound) {
    int t = threadIdx.x;
    int i = 0;
    while (true) {
        //@ invariant i <= loop_count;
        //@ invariant \active -> i == loop_count;
        //@ invariant \forall u : thread. \active(u) -> i@u == loop_count;
        //@ invariant i <= t;
        //@ invariant loop_count <= 5;
        if (i >= t) break;
        if (i % 2 == 1) { i++; continue; }
        i++;
    }
    a[t] = i;

    //@ assert i <= bound;
}
