// The bytes are signed: 0xff is -1.
//% verdict: not-verified

//@ requires 2 <= \length(y);
//@ ensures y[0] == 510; //~ error: ensures
//@ ensures y[1] == 0x00ff00ff;
__global__ void quantised(int *y) {
    if (threadIdx.x > 0 || blockIdx.x > 0) return;
    y[0] = __dp4a(0xff, 2, 0);
    y[1] = __vcmpeq4(0x01020304, 0x02020404);
}
