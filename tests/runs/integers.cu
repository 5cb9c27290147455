// The modes of machine integers.
//% run: --block 1 --arg x=2147483647 --arg a=zeros(4) -> ok; a = [2147483648,4294967295,7,0]; remark@10
//% run: --block 1 --arg x=2147483647 --arg a=zeros(4) --ints checked -> overflow@10
//% run: --block 1 --arg x=2147483647 --arg a=zeros(4) --ints c -> ok; a = [-2147483648,4294967295,-1,0]; remark@10
//% run: --block 1 --arg x=5 --arg a=zeros(4) --ints checked -> overflow@14
//% run: --block 1 --arg x=-1 --arg a=zeros(4) --ints c -> ok; a = [0,4294967295,-1,0]
//% run: --block 1 --arg x=-5 --arg a=zeros(4) --ints math -> division@17
__global__ void k(long long *a, int x) {
    unsigned u = threadIdx.x;
    a[0] = x + 1;
    //@ wraps;
    a[1] = u - 1;
    signed char narrow = (signed char)255;
    unsigned under = u - 1;
    a[2] = narrow;
    if (under < 5 && x > 5) a[2] = 7;
    a[3] = 1 / (x + 5) / 100;
}
