//% verdict: not-verified
//% options: --float exact --assume race-freedom
// `==` of the program is C's: false for a NaN. `==` of annotations is identity, and -0 is not 0.

//@ requires 5 <= \length(y);
//@ ensures y[0] == x;
//@ ensures y[1] == 1.0f; //~ error: ensures
//@ ensures y[2] == 1.0f; //~ error: ensures
//@ ensures y[3] == 0.0f; //~ error: ensures
//@ ensures y[4] == -0.0f;
__global__ void comparisons(float *y, float x, float z) {
    y[0] = x;
    y[1] = x == x ? 1.0f : 0.0f;
    y[2] = !(x < z) == (x >= z) ? 1.0f : 0.0f;
    y[3] = -0.0f;
    y[4] = -0.0f;
}
