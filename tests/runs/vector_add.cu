// A loop with a stride, its contract and its invariants.
//% run: --block 2 --grid 2 --arg n=4 --ghost m=1 --arg a=[1,2,3,4] --arg b=[10,20,30,40] --arg c=zeros(4) -> ok; c = [11,22,33,44]
//% run: --block 2 --grid 2 --arg n=8 --ghost m=2 --arg a=random(8) --arg b=random(8) --arg c=zeros(9) --schedule reverse -> ok
//% run: --block 2 --grid 2 --arg n=8 --ghost m=2 --arg a=random(8) --arg b=random(8) --arg c=zeros(9) --schedule random --seed 5 -> ok
//% run: --block 2 --grid 1 --arg n=2 --ghost m=1 --arg a=[0.5,1/3] --arg b=[0.25,1/3] --arg c=zeros(2) -> ok; c = [0.75,"2/3"]
//% run: --block 2 --grid 1 --arg n=2 --ghost m=1 --arg a=[0.1,0] --arg b=[0.2,0] --arg c=zeros(2) --float ieee -> ok; c = [0.30000001192092896,0.0]
//% run: --block 2 --grid 2 --arg n=5 --ghost m=1 --arg a=random(8) --arg b=random(8) --arg c=zeros(8) -> requires-not-met
//% run: --block 2 --grid 1 --arg n=2 --ghost m=1 --arg a=null --arg b=random(8) --arg c=zeros(8) -> requires-not-met
//% run: --block 2 --grid 2 --arg n=8 --ghost m=2 --arg a=random(8) --arg b=random(8) --arg c=zeros(8) --steps 20 -> undecided
//@ ghost int m;
//@ requires n == m * blockDim.x * gridDim.x;
//@ requires n <= \length(a) && n <= \length(b) && n <= \length(c);
//@ ensures \forall j. 0 <= j < n -> c[j] == a[j] + b[j];
__global__ void add(const float *a, const float *b, float *c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        //@ invariant i == (loop_count * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
        //@ invariant \forall k. 0 <= k < blockDim.x * gridDim.x * loop_count -> c[k] == a[k] + b[k];
        c[i] = a[i] + b[i];
    }
}
