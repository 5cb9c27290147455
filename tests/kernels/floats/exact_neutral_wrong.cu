//% verdict: not-verified
//% options: --float exact --assume race-freedom
// Nothing is neutral: 0 + x may have another sign than x, and a difference that is 0 comes from equal numbers only.

//@ requires 3 <= \length(y);
//@ ensures y[0] == x; //~ error: ensures
//@ ensures y[1] == x; //~ error: ensures
//@ ensures y[2] == 0.0f; //~ error: ensures
//@ ensures sum(k, a[k], 0, 0) == a[0]; //~ error: ensures
__global__ void neutral(const float *a, float *y, float x) {
    y[0] = x + 0.0f;
    y[1] = x * 1.0f;
    y[2] = x - x;
}
