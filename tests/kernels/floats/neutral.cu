//% verdict: verified
//% options: --assume race-freedom
// As real numbers 0 and 1 are neutral, and a sum of one value is that value.

//@ requires 3 <= \length(y);
//@ ensures y[0] == x;
//@ ensures y[1] == x;
//@ ensures y[2] == 0.0f;
//@ ensures sum(k, a[k], 0, 0) == a[0];
__global__ void neutral(const float *a, float *y, float x) {
    y[0] = x + 0.0f;
    y[1] = x * 1.0f;
    y[2] = x - x;
}
