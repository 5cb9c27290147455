// What nobody has written holds an arbitrary value: seen, and a reason to stop only where it matters (WARP-33).
//% run: --block 2 --arg a=zeros(3) --arg all=1 -> ok; remark@9
//% run: --block 2 --arg a=zeros(3) --arg all=1 --schedule random -> ok; remark@9
//% run: --block 2 --arg a=zeros(3) --arg all=0 -> initialised@10
__global__ void k(int *a, bool all) {
    __shared__ int held[8];
    int x;
    if (all) x = 1;
    int unused = held[threadIdx.x];
    a[threadIdx.x] = x;
}
