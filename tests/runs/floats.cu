// Real functions are congruent; bounds decide where they are apart, and nothing where they are not.
//% run: --block 1 --arg x=2 --arg a=zeros(3) --arg branch=0 -> ok
//% run: --block 1 --arg x=2 --arg a=zeros(3) --arg branch=1 -> ok
//% run: --block 1 --arg x=1 --arg a=zeros(3) --arg branch=1 -> undecided
//% run: --block 1 --arg x=2 --arg a=zeros(3) --arg branch=1 --float ieee -> ok
//% run: --block 1 --arg x=0 --arg a=zeros(3) --arg branch=0 -> undecided; remark@12
//% run: --block 1 --arg x=0 --arg a=zeros(3) --arg branch=0 --float ieee -> ok
//% run: --block 1 --arg x=-1 --arg a=zeros(3) --arg branch=0 -> undecided; remark@13
//@ ensures a[0] == 1 / x;
//@ ensures branch == 0 -> a[1] == sqrt(x);
__global__ void k(float *a, float x, bool branch) {
    a[0] = 1 / x;
    a[1] = sqrtf(x);
    a[2] = a[1] + 0.0f;
    if (branch && a[1] > 1) a[1] = 0;
}
