// Variables without a first value to which each iteration, or the first one, gives one (R358).
//% verdict: safe

//@ requires n == \length(a) && n > 0 && gridDim.x == 1;
__global__ void greatest(int *o, const int *a, int n) {
    int best;
    for (int i = 0; i < n; i++)
        if (i == 0 || a[i] > best) best = a[i];
    o[threadIdx.x] = best;
}

//@ requires n == \length(a) && n > 0 && gridDim.x == 1;
__global__ void last(int *o, const int *a, int n) {
    int x;
    for (int i = 0; i < n; i++) {
        x = a[i];
        if (x > 3) o[threadIdx.x] = x;
    }
    o[threadIdx.x] = x;
}

//@ requires n == \length(a) && n > 0 && gridDim.x == 1;
__global__ void left_early(int *o, const int *a, int n) {
    int x;
    for (int i = 0; i < n; i++) {
        x = a[i];
        if (x > 3) break;
    }
    o[threadIdx.x] = x;
}

//@ requires n == \length(a) && gridDim.x == 1;
__global__ void of_some_threads(int *o, const int *a, int n) {
    int x;
    for (int i = threadIdx.x; i < n; i += blockDim.x) x = a[i];
    if ((int)threadIdx.x < n) o[threadIdx.x] = x;
}
