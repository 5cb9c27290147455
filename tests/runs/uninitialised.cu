// What nobody has written holds an arbitrary value: seen, and no reason to stop.
//% run: --block 2 --arg a=zeros(3) -> ok; remark@9; remark@8
//% run: --block 2 --arg a=zeros(3) --schedule random -> ok; remark@9; remark@8
__global__ void k(int *a) {
    __shared__ int held[8];
    int x;
    if (threadIdx.x > 5) x = 1;
    a[threadIdx.x] = x;
    a[threadIdx.x] = held[threadIdx.x];
    a[threadIdx.x] = 1;
}
