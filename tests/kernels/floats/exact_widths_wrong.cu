//% verdict: not-verified
//% options: --float exact --assume race-freedom
// Each width rounds on its own: 0.1 is not 0.1f, and a sum of doubles is not a sum of floats.

//@ requires 3 <= \length(y);
//@ ensures y[0] == 0.1f; //~ error: ensures
//@ ensures y[1] == x + z; //~ error: ensures
//@ ensures y[2] == 2.0f * x;
__global__ void widths(float *y, float x, float z) {
    y[0] = 0.1;
    y[1] = (float)((double)x + (double)z);
    y[2] = 2 * x;
}
