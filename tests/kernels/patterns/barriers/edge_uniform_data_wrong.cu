// A barrier that the whole block passes or nobody.
//% races: racy

//@ requires gridDim.x == 1;
__global__ void f(int *a, const int *flag) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = t; //~ error: race
    if (flag[0]) __syncthreads();
    a[t] = s[(t + 1) % blockDim.x]; //~ error: race
}
