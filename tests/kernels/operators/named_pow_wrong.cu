// An operator of the program is not the function of CUDA that has its name: axioms about that (LEMMA-19) do not hold of it.
//% verdict: not-verified

//@ operator pow(float x, float y) identity e;
__device__ float pow(float x, float y);

//@ requires 1 <= \length(a) && a[0] > 0;
//@ ensures pow(a[0], 2.0f) == a[0] * a[0]; //~ error: ensures
__global__ void square(const float *a) {}
