// The bytes of memory that is seen with several types: little-endian, two's complement.
//% run: --block 1 --arg bytes=[1,2,3,255,128,255,7,0] --arg out=zeros(6) --arg at=0 -> ok; out = [-16580095,513,-128,-128,65535,7]; bytes = [1,2,3,255,128,255,254,255]
//% run: --block 1 --arg bytes=[1,2,3,255,128,255,7,0] --arg out=zeros(6) --arg at=4 -> ok; out = [524160,65408,-128,-128,65535,7]
//% run: --block 1 --arg bytes=[1,2,3,255,128,255,7,0] --arg out=zeros(6) --arg at=2 -> assert@9
//% run: --block 1 --arg bytes=[1,2,3,255,128,255,7,0] --arg out=zeros(6) --arg at=8 -> bounds@9
//% run: --block 2 --arg bytes=[1,2,3,255,128,255,7,0] --arg out=zeros(6) --arg at=0 -> race@9 race@10 race@11 race@15 race@16 race@17 race@17 race@18 race@19 race@19
//@ requires \length(bytes) > 0;
__global__ void k(unsigned char *bytes, int *out, int at) {
    out[0] = *(const int *)(bytes + at);
    out[1] = *(const unsigned short *)(bytes + at);
    out[2] = *(const signed char *)(bytes + 4);
    short pair[2];
    pair[0] = -128;
    pair[1] = -1;
    memcpy(&out[3], pair, 2 * sizeof(short));
    out[4] = ((const unsigned short *)pair)[1];
    out[3] = ((const signed char *)pair)[0];
    out[5] = bytes[6];
    *(short *)(bytes + 6) = -2;
}
