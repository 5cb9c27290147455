// Functions that give one result through a pointer evaluate their operand before they store (VALUE-40).
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x && n <= \length(angle) && n <= \length(point);
//@ ensures \forall j. 0 <= j < n -> point[j].x == cos(angle[j]) && point[j].y == sin(angle[j]);
__global__ void onCircle(const float *angle, float2 *point, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = angle[i], c;
    sincosf(s, &s, &c);
    point[i] = make_float2(c, s);
}

//@ requires n <= blockDim.x * gridDim.x && n <= \length(x) && n <= \length(whole) && n <= \length(exponent);
//@ ensures \forall j. 0 <= j < n -> whole[j] == trunc(x[j]);
__global__ void takeApart(const double *x, double *whole, int *exponent, float *fraction, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (__builtin_expect(i >= n, 0)) return;
    double f = modf(x[i], &whole[i]);
    double m = frexp(x[i], exponent + i);
    fraction[i] = ldexpf(f + m, exponent[i]);
    __nanosleep(20);
}
