// What annotations read is there: guards show it.
//% verdict: verified

//@ requires 0 < n && n == \length(c);
//@ requires \forall j. c[j] >= 0;
//@ ensures \exists j. c[j] >= 0;
//@ ensures \exists j. 0 <= j < n && c[j] >= 0;
//@ ensures \forall j. 0 <= j && j < n -> c[j] >= 0;
//@ ensures \forall j. n <= j -> c[j] == 7;
//@ ensures n > 3 ? c[3] >= 0 : c[0] >= 0;
//@ ensures n <= 3 || c[3] >= 0;
//@ ensures sum(k, c[k], 0, n - 1) == sum(k, c[k], 0, n - 1);
__global__ void known(int *c, int n) {}

//@ requires n > 0 && m != 0;
//@ ensures n / n == 1 && (n % m == 0 || n % m != 0);
//@ ensures m > 0 -> 0 <= n % m;
//@ ensures \forall k. k > 0 -> k / k == 1;
__global__ void divided(int n, int m) {}

//@ ensures \exists j. c[j] == 42;
__global__ void written(int *c) {
    if (blockIdx.x * blockDim.x + threadIdx.x == 0)
    c[7] = 42;
}

//@ requires \length(c) == 8;
//@ requires \forall j. c[j] == 1;
//@ ensures \forall j. -5 <= j -> c[j] == 1;
//@ ensures \forall j. j < 4 -> c[j] == 1;
//@ ensures \forall j. j == 4 || 6 <= j < 8 -> c[j] == 1;
__global__ void open(int *c) {}

// At a negative index there is no cell that a run could disagree about.
//@ ensures \forall j. j < 0 -> c[j] == 42;
__global__ void nothing(int *c) {
    if (blockIdx.x * blockDim.x + threadIdx.x == 0)
        c[0] = 5;
}
