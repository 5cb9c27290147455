// No thread leaves these loops, so nothing reaches the end: that is no proof of what is said of it.
//% verdict: unknown

//@ ensures \forall j. 0 <= j < gridDim.x * blockDim.x -> a[j] == 7;
__global__ void by_while(int *a) {
    while (true) {
    }
}

//@ ensures a[0] == 7;
__global__ void by_for(int *a, int n) {
    int i = 0;
    for (;;) {
        //@ invariant i >= 0;
        if (i > n) continue;
        i++;
    }
}

//@ ensures a[0] == 7;
__global__ void by_do(int *a) {
    __shared__ int s;
    do {
        __syncthreads();
        if (threadIdx.x == 0) s = 1;
    } while (1);
}

// Without a contract, too: all that stands behind the loop was looked at for nothing.
__global__ void without_ensures(int *a, int n) {
    int i = 0;
    while (1) i++;
    a[0] = 1;
}

// The guard is true whenever threads come to it.
//@ requires 1 <= n;
//@ ensures a[0] == 7;
__global__ void by_invariant(int *a, int n) {
    int i = 1;
    while (i > 0) {
        //@ invariant i >= 1;
        i += n;
    }
}

// A loop in a loop that always runs: its invariant is preserved by nobody.
//@ requires 1 <= n;
//@ ensures a[0] == 7;
__global__ void inner(int *a, int n) {
    int k = 0;
    while (k < n) {
        //@ invariant k == 0;
        while (true) {
        }
    }
}
