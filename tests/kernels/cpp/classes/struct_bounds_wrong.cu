// The guard lets one element too many through: seen on the members, with the length in structs.
//% verdict: not-verified

struct Sample {
    float time;
    int value;
};

//@ requires n == \length(s) && 0 <= n;
__global__ void reset(Sample *s, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) {
        s[i].value = 0; //~ error: bounds
    }
}
