// Loops whose guard is true and that threads leave, and places that are rightly never reached.
//% verdict: verified
//% verdict of persistent: safe

//@ requires 0 <= n;
//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> a[j] == n;
__global__ void by_break(int *a, int n) {
    int i = 0;
    while (true) {
        //@ invariant 0 <= i <= n && (!\active -> i == n);
        if (i == n) break;
        i++;
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = i;
}

//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x && j < n -> a[j] == 1;
__global__ void early(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 5; k < 2; k++) a[i] = 3;
    if (0) a[i] = 4;
    a[i] = 1;
}

// Dead for this block size: nobody enters the loop, and what is assumed of those who do contradicts nothing.
//@ requires blockDim.x == 32;
//@ ensures \forall j. 0 <= j < gridDim.x * 32 -> a[j] == 1;
__global__ void dead(int *a, int n) {
    if (threadIdx.x >= 32) {
        //@ assume n == 5 && n == 6;
        while (true) {
        }
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void persistent(const int *stop, int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (true) {
        if (stop[i] != 0) return;
        a[i] = a[i] + 1;
    }
}
