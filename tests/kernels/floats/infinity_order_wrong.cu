// No real number is greater than all others, so this is not proved of the one that stands for infinity.
//% verdict: not-verified

//@ requires 1 <= \length(y);
//@ ensures y[0] <= INFINITY; //~ error: ensures
//@ ensures x < y[0] || y[0] <= x;
__global__ void cap(float *y, float x) {
    if (threadIdx.x == 0 && blockIdx.x == 0) y[0] = x < INFINITY ? x : 0.0f;
}
