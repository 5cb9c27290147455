// Searches that say too much of where they ended.
//% verdict: not-verified

// The counter moves before the thread leaves: the last iteration is one of those that found nothing, but for the match.
//@ requires 1 <= n <= \length(x) && 1 <= \length(pos);
//@ ensures 0 <= pos[0] <= n && \forall k. 0 <= k < pos[0] -> x[k] != key; //~ error: ensures
__global__ void movedFirst(const int *x, int *pos, int n, int key) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int i = 0;
        while (i < n) {
            int v = x[i];
            i++;
            if (v == key)
                break;
        }
        pos[0] = i;
    }
}

// What is assigned where the thread goes on is not what it was.
//@ requires 1 <= n <= \length(x) && 1 <= \length(pos);
//@ ensures pos[0] == -1 || x[pos[0]] == key; //~ error: ensures
__global__ void alsoOnTheWay(const int *x, int *pos, int n, int key) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int at = -1;
        for (int i = 0; i < n; i++) {
            if (x[i] == key + 1) {
                at = i;
                if (i > 1)
                    continue;
                break;
            }
        }
        pos[0] = at;
    }
}

// The loop changes what it looks for.
//@ requires 1 <= n <= \length(x) && 1 <= \length(pos);
//@ ensures \forall k. 0 <= k < pos[0] -> x[k] != 0; //~ error: ensures
__global__ void changesIt(int *x, int *pos, int n) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int i = 0;
        for (; i < n; i++) {
            if (x[i] == 0)
                break;
            x[i] = 0;
        }
        pos[0] = i;
    }
}

// Not the first one.
//@ requires 0 <= n <= \length(x) && 1 <= \length(pos);
//@ ensures \forall k. 0 <= k <= pos[0] && pos[0] < n -> x[k] != key; //~ error: ensures
__global__ void oneTooMany(const int *x, int *pos, int n, int key) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        int found = n;
        for (int i = 0; i < n; i++)
            if (x[i] == key) {
                found = i;
                break;
            }
        pos[0] = found;
    }
}
