// Copies of structs are copies: the original keeps its value.
//% verdict: verified

struct State {
    int value;
    int steps;
};

__device__ State stepped(State s) {
    s.value += 10;
    s.steps++;
    return s;
}

//@ requires n <= \length(st) && n <= \length(before) && 0 <= n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> st[i].value == \old(st[i].value) + 20 && st[i].steps == \old(st[i].steps) + 2;
//@ ensures \forall i. 0 <= i < n -> before[i] == \old(st[i].value);
__global__ void stepTwice(State *st, int *before, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        State first = st[i];
        State second = stepped(stepped(first));
        st[i] = second;
        before[i] = first.value;
    }
}
