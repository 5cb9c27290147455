// Items are taken from a queue until it is empty; each is taken by one thread.
//% verdict: safe

__global__ void work(const int *item, int *done, int *next, int n) {
    while (true) {
        int k = atomicAdd(next, 1);
        if (k >= n)
            break;
        done[k] = item[k] * item[k];
    }
}
