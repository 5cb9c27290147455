// A binding without `&` is a copy: what is written to it does not come back (CLASS-30).
//% verdict: not-verified

//@ requires gridDim.x == 1 && blockDim.x == 1 && 1 <= \length(p);
//@ ensures p[0].x == 1; //~ error
__global__ void copied(float2 *p) {
    auto [x, y] = p[0];
    x = 1.0f;
}

//@ requires gridDim.x == 1 && blockDim.x == 1 && 1 <= \length(p);
//@ ensures p[0].x == \old(p[0].x); //~ error
__global__ void referred(float2 *p) {
    auto &[x, y] = p[0];
    x = 1.0f;
}
