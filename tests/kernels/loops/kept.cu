// LOOP-41: what a loop keeps, one behind the other, is written by one statement at a running count.
//% verdict: verified

//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= n && n <= \length(x) && n <= \length(y) && 1 <= \length(kept);
//@ ensures kept[0] == count(k, x[k] > 0, 0, n - 1);
//@ ensures \forall i. 0 <= i < n && x[i] > 0 -> y[count(k, x[k] > 0, 0, i - 1)] == x[i];
__global__ void keepPositive(const float *x, float *y, int *kept, int n) {
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (x[i] > 0) {
            y[m] = x[i];
            m++;
        }
    }
    kept[0] = m;
}

// Places, and not elements.
//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= n && n <= \length(x) && n <= \length(y);
//@ ensures \forall i. 0 <= i < n && x[i] == key -> y[count(k, x[k] == key, 0, i - 1)] == i;
__global__ void findAll(const int *x, int *y, int n, int key) {
    int m = 0;
    for (int i = 0; i < n; i++)
        if (x[i] == key) y[m++] = i;
}
