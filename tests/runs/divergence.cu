// Barriers that not all threads reach, at all or in the same iteration.
//% run: --block 4 --arg n=4 --arg ragged=0 --arg a=random(4) -> ok
//% run: --block 4 --arg n=4 --arg ragged=0 --arg a=random(4) --schedule random -> ok
//% run: --block 4 --arg n=2 --arg ragged=0 --arg a=random(4) -> barrier@19
//% run: --block 4 --arg n=2 --arg ragged=0 --arg a=random(4) --schedule reverse -> barrier@19
//% run: --block 4 --arg n=4 --arg ragged=1 --arg a=random(4) -> barrier@12
//% run: --block 4 --arg n=4 --arg ragged=1 --arg a=random(4) --schedule random -> barrier@12
__global__ void k(int *a, int n, int ragged) {
    int t = threadIdx.x;
    for (int i = 0; i < 2 + t * ragged; i++) {
        a[t] = i;
        __syncthreads();
    }
    if (t >= 8) return;
    if (t < n) {


        a[t] = a[t] + 1;
        __syncthreads();
    }
}
