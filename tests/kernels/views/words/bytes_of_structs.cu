// The bytes of a struct of several types lie where the layout says, its gaps included: a compiler for the host agrees
// (`tests/host_program.rs`).
//% verdict: safe

struct Mixed {
    char c;
    short s;
    int i;
    unsigned char t[3];
    long long l;
};

//@ requires 1 <= n <= blockDim.x * gridDim.x && n <= \length(in) && 32 * n <= \length(out) && n <= \length(whole);
__global__ void bytes(const int *in, int *out, long long *whole, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Mixed m;
    m.c = in[i];
    m.s = in[i] * 3;
    m.i = in[i] * 1000003;
    m.l = (long long)in[i] * 1000000007;
    for (int k = 0; k < 3; k++) m.t[k] = in[i] + k;
    unsigned char *b = (unsigned char *)&m;
    for (int k = 0; k < 32; k++) out[32 * i + k] = 0;
    out[32 * i] = b[0];
    for (int k = 2; k < 11; k++) out[32 * i + k] = b[k];
    for (int k = 16; k < 24; k++) out[32 * i + k] = b[k];
    b[17] = 77;
    b[3] = 200;
    b[5] = 1;
    short *h = (short *)&m.i;
    h[1] = -5;
    whole[i] = m.l + m.i + m.s + m.c + m.t[1];
}
