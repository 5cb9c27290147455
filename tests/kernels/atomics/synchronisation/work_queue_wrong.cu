// The next item is read and stored back: two threads take the same.
//% verdict: not-verified

__global__ void work(const int *item, int *done, int *next, int n) {
    int k = *next; //~ error: race
    *next = k + 1; //~ error: race
    if (k < n)
        done[k] = item[k] * item[k]; //~ error: race
}
