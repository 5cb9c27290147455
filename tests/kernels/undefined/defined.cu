// Variables without a first value, of which none is used before it has one.
//% verdict: verified

__device__ int larger(int a, int b) {
    int r;
    if (a > b) r = a;
    if (a <= b) r = b;
    return r;
}

struct Pair {
    int first, second;
};

//@ requires n == \length(a) && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < n && i < blockDim.x -> a[i] == \old(a[i]) + 1;
__global__ void across_a_barrier(int *a, int n) {
    int x;
    int i = threadIdx.x;
    if (i < n) x = a[i];
    __syncthreads();
    if (i < n) a[i] = x + 1;
}

//@ requires n == \length(a) && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < n && i < blockDim.x -> a[i] == (n > 3 ? n : 3);
__global__ void by_a_function(int *a, int n) {
    int i = threadIdx.x;
    int r = larger(n, 3);
    if (i < n) a[i] = r;
}

//@ requires n == \length(a) && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < n && i < blockDim.x -> a[i] == 1;
__global__ void one_member(int *a, int n) {
    int i = threadIdx.x;
    Pair p;
    p.first = 1;
    Pair q = p;
    if (i < n) a[i] = q.first;
}

//@ requires n == \length(a) && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < n && i < blockDim.x -> a[i] == (i % 2 == 0 ? i : 7);
__global__ void behind_a_condition(int *a, int n) {
    int i = threadIdx.x;
    int even;
    bool is_even = i % 2 == 0;
    if (is_even) even = i;
    if (i < n) a[i] = is_even && even >= 0 ? even : 7;
}

//@ requires n == \length(a) && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < n && i < blockDim.x -> a[i].first == i;
__global__ void copied_as_a_whole(Pair *a, int n) {
    int i = threadIdx.x;
    Pair p;
    p.first = i;
    if (i < n) a[i] = p;
}

//@ requires n == \length(a) && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < n && i < blockDim.x -> a[i] == 3;
__global__ void in_each_iteration(int *a, int n) {
    int last;
    for (int k = 0; k < 4; k++) {
        int x;
        if (k > 0) x = k;
        if (k > 0) last = x;
    }
    if ((int)threadIdx.x < n) a[threadIdx.x] = last;
}
