// Without the parity neighbours overlap.
//% races: racy

//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void oddEvenSort(int *a, int n) {
    int t = threadIdx.x;
    for (int round = 0; round < n; ++round) {
        if (t + 1 < n) {
            if (a[t] > a[t + 1]) { //~ error: race
                int x = a[t]; //~ error: race
                a[t] = a[t + 1]; //~ error: race
                a[t + 1] = x;
            }
        }
        __syncthreads();
    }
}
