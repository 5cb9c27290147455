// Odd-even transposition sort: pairs that start at the parity of the round.
//% races: race-free

//@ requires blockDim.x <= 256 && gridDim.x == 1;
__global__ void oddEvenSort(int *a, int n) {
    int t = threadIdx.x;
    for (int round = 0; round < n; ++round) {
        if (t % 2 == round % 2 && t + 1 < n) {
            if (a[t] > a[t + 1]) {
                int x = a[t];
                a[t] = a[t + 1];
                a[t + 1] = x;
            }
        }
        __syncthreads();
    }
}
