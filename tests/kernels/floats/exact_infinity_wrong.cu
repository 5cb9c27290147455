// What is no number need not be equal to itself, and infinity is not known to be greater than a float.
//% verdict: not-verified
//% options: --float exact

//@ requires 2 <= \length(y);
//@ ensures y[0] == 1; //~ error: ensures
//@ ensures y[1] == 1; //~ error: ensures
__global__ void compare(int *y, float x) {
    if (threadIdx.x > 0 || blockIdx.x > 0) return;
    float wrong = NAN;
    y[0] = wrong == wrong;
    y[1] = x < INFINITY;
}
