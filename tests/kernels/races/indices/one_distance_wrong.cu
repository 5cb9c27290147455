// Two threads meet for one distance only, which no small launch has: a solver's model tells it, and a run confirms it.
//% verdict: refuted

__global__ void shift(int *a, int k) {
    int t = threadIdx.x;
    int d = 3 * k == 2331 ? 1 : 0;
    a[blockIdx.x * blockDim.x + t / (1 + d)] = k; //~ error: race
}
