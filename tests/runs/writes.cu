// What the contract lets threads write.
//% run: --block 3 --arg a=zeros(4) --arg b=zeros(4) --arg off=0 -> ok; b = [0,1,2,0]
//% run: --block 3 --arg a=zeros(4) --arg b=zeros(4) --arg off=1 -> ensures@8; b = [0,0,1,2]
//@ requires \length(b) == 4;
//@ writes b[0..blockDim.x - 1];
__global__ void k(int *a, int *b, int off) {
    int t = threadIdx.x;
    b[t + off] = t;
}
