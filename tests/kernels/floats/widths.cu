//% verdict: verified
//% options: --assume race-freedom
// As real numbers, floats of all widths are the same.

//@ requires 3 <= \length(y);
//@ ensures y[0] == 0.1f;
//@ ensures y[1] == x + z;
//@ ensures y[2] == 2.0f * x;
__global__ void widths(float *y, float x, float z) {
    y[0] = 0.1;
    y[1] = (float)((double)x + (double)z);
    y[2] = 2 * x;
}
