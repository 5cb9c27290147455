// An explicit conversion is modulo, to every width and sign, of one number as of each thread's.
//% verdict: verified

//@ requires \length(o) == 8 && u == 4294967295;
//@ ensures o[0] == -1 && o[1] == 255 && o[2] == -1 && o[3] == 65535 && o[4] == -1 && o[5] == 4294967295;
//@ ensures o[6] == 4294967295 && o[7] == -56;
__global__ void one_number(long long *o, unsigned u) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    o[0] = (signed char)u;
    o[1] = (unsigned char)u;
    o[2] = static_cast<short>(u);
    o[3] = (unsigned short)u;
    o[4] = int(u);
    o[5] = (unsigned)(-1);
    o[6] = (long long)u;
    o[7] = (signed char)200u;
}

//@ requires n == blockDim.x && gridDim.x == 1 && \length(o) == n && \length(p) == n && \length(q) == n && n <= 256;
//@ ensures \forall i. 0 <= i < n -> o[i] == (i < 128 ? i : i - 256);
//@ ensures \forall i. 0 <= i < n -> p[i] == (i < 128 ? 0 : -2147483648 + (i - 128) * 16777216) + (i < 128 ? i * 16777216 : 0);
//@ ensures \forall i. 0 <= i < n -> q[i] == (i == 0 ? 0 : 65536 - i);
__global__ void each_thread(int *o, int *p, int *q, int n) {
    o[threadIdx.x] = (signed char)threadIdx.x;
    p[threadIdx.x] = (int)(threadIdx.x << 24);
    q[threadIdx.x] = (unsigned short)(-(int)threadIdx.x);
}

//@ requires n == blockDim.x && gridDim.x == 1 && \length(o) == n;
//@ requires \forall i. 0 <= i < n -> w[i] == 18446744073709551615 - i;
//@ ensures \forall i. 0 <= i < n -> o[i] == -1 - i;
__global__ void from_wide(const unsigned long long *w, int *o, int n) {
    o[threadIdx.x] = static_cast<int>(w[threadIdx.x]);
}

enum Level : unsigned char { low, high };

//@ requires \length(o) == 1;
//@ ensures o[0] == 44;
__global__ void to_enumeration(int *o) {
    if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = (Level)(300u);
}
