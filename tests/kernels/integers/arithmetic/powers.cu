// A value that is squared again and again: no polynomial holds it, nothing that is proved needs it.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall i. 0 <= i < n -> flag[i] == 1;
__global__ void powers(float *sum, int *flag, float s, float v, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < rounds; j++) {
        s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v;
        s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v;
        s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v; s = s * s * v;
    }
    float large = 3.0f;
    for (int j = 0; j < 40; j++) large = large * large * 0.1f;
    if (i < n) {
        sum[i] = s + large;
        flag[i] = 1;
    }
}
