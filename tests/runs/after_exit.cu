// A barrier after some threads have exited; what they wrote stays unordered with what comes later.
//% run: --block 4 --arg a=zeros(8) --arg n=2 --arg from=0 -> ok; remark@10
//% run: --block 4 --arg a=zeros(8) --arg n=2 --arg from=0 --schedule reverse -> ok; remark@10
//% run: --block 4 --arg a=zeros(8) --arg n=4 --arg from=2 -> ok
//% run: --block 4 --arg a=zeros(8) --arg n=2 --arg from=2 -> race@11; remark@10
__global__ void k(int *a, int n, int from) {
    int t = threadIdx.x;
    a[t] = t;
    if (t >= n) return;
    __syncthreads();
    a[4 + t] = a[(t + from) % 4];
}
