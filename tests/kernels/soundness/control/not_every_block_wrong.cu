// What a branch counts says nothing where no block runs it, nor anything of blocks that run it another number of times.
//% verdict: refuted

//@ requires gridDim.x == 2 && blockDim.x == 1 && \length(a) == 2;
//@ ensures a[0] == 1; //~ error: ensures
__global__ void nobody(int *a) {
    if (blockIdx.x == 2) {
        int c = 0;
        for (int d = 8; d > 0; d /= 2) c++;
        a[0] = c;
    }
}

//@ requires gridDim.x == 2 && blockDim.x == 1 && \length(a) == 2;
//@ ensures a[0] == 1; //~ error: ensures
__global__ void endless(int *a) {
    if (blockIdx.x == 2) {
        int d = 8;
        while (d > 0) d++;
        a[0] = d;
    }
}

//@ requires gridDim.x == 3 && blockDim.x == 1 && \length(a) == 3;
//@ ensures a[2] == a[1]; //~ error: ensures
__global__ void unequal(int *a) {
    if (blockIdx.x > 0) {
        int c = 0;
        while (c < blockIdx.x) c++;
        a[blockIdx.x] = c;
    }
}

//@ requires gridDim.x == 2 && blockDim.x == 1 && \length(a) == 2;
//@ ensures a[0] == 3; //~ error: ensures
__global__ void handedOut(int *a) {
    int last = 0;
    if (blockIdx.x == 1) {
        int c = 0;
        while (c < 3) c++;
        last = c;
    }
    a[blockIdx.x] = last;
}

// The second row's count begins anew in block 0 only.
//@ requires gridDim.x == 2 && blockDim.x == 1 && \length(a) == 2;
//@ ensures a[1] == 6; //~ error: ensures
__global__ void rows(int *a) {
    for (int r = blockIdx.x; r < 3; r += 2) {
        int c = 0;
        for (int k = 0; k < 3; k++) c += r;
        a[blockIdx.x] = c;
    }
}

// What the branch would count to is no `int` where it is not run.
//@ requires gridDim.x == 2 && blockDim.x == 1 && \length(a) == 2 && 0 <= n && 0 <= m;
//@ ensures a[0] <= 2147; //~ error: ensures
__global__ void beyond(int *a, int n, int m) {
    if (blockIdx.x == 1 && n < 100) {
        int d = n * 1000000;
        for (int k = 0; k < m; k++) d++;
        a[1] = d;
    }
    if (blockIdx.x == 0) a[0] = n;
}

//@ requires gridDim.x == 2 && blockDim.x == 1 && \length(a) == 2 && 0 <= m;
//@ ensures a[0] >= 0; //~ error: ensures
__global__ void below(int *a, int n, int m) {
    if (blockIdx.x == 1 && n > 0) {
        unsigned d = n;
        for (int k = 0; k < m; k++) d = d / 2;
        a[1] = d;
    }
    if (blockIdx.x == 0) a[0] = n;
}
