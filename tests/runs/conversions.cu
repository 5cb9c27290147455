// Floats as integers are what PTX's `cvt` gives; `fma` is rounded once; `__mul24` reads 24 bits.
//% run: --block 1 --arg x=3e9 --arg y=1.000244140625 --arg n=3 --arg a=zeros(9) --float ieee -> ok; a = [2147483647,3000000000,3000000000,0,0,"-9223372036854775808",1,6,6]
//% run: --block 1 --arg x=-3e9 --arg y=1 --arg n=25165824 --arg a=zeros(9) --float ieee --ints c -> ok; remark@13; remark@14; a = [-2147483648,0,-3000000000,1000000000,0,"-9223372036854775808",0,-16777216,16777216]
//% run: --block 1 --arg x=2 --arg y=1 --arg n=3 --arg a=zeros(9) -> ok; remark@6
__global__ void k(long long *a, float x, float y, int n) {
    float none = (x - x) / (x - x);
    a[0] = (int)x;
    a[1] = (unsigned)x;
    a[2] = (long long)x;
    a[3] = __float2uint_rz(-x - 2e9f);
    a[4] = (int)none;
    a[5] = (long long)none;
    a[7] = __mul24(n, 2);
    a[8] = __umul24(n, 2);
    a[6] = fmaf(y, y, -1.0f) != y * y - 1.0f;
}
