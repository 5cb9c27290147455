// __syncwarp only where n is large.
//% races: racy

//@ requires gridDim.x == 1 && blockDim.x == 32;
__global__ void f(int *a, int n) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t; //~ error: race
    if (n > 3) __syncwarp();
    a[t] = s[31 - t]; //~ error: race
}
