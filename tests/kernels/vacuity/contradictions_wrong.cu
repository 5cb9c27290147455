// What is assumed contradicts itself, or what is known already: all that follows holds of nothing.
//% verdict: unknown

//@ ensures a[0] == 7;
__global__ void by_assume(int *a, int n) {
    //@ assume n == 5 && n == 6;
    a[threadIdx.x] = 1;
}

//@ requires 1 <= n;
//@ ensures a[0] == 7;
__global__ void against_contract(int *a, int n) {
    int m = n + 1;
    //@ assume m <= 1;
    a[threadIdx.x] = 1;
}

// In a body, where it proves that the invariant is preserved.
//@ requires 1 <= n;
//@ ensures a[0] == 7;
__global__ void in_a_body(int *a, int n) {
    int k = 0;
    while (k < n) {
        //@ invariant k == 0;
        k++;
        //@ assume k == 0;
    }
}

// The function's body never ends, so that its contract is proved of nothing.
//@ ensures \result == 7 && \result == 8;
__device__ int never(int n) {
    while (true) {
    }
    return n;
}

//@ ensures a[0] == 7;
__global__ void by_call(int *a) {
    int x = never(3);
    a[threadIdx.x] = x;
}
