// `char` is signed on the machines that CUDA runs on, in literals and in conditions of the preprocessor; there a number
// is unsigned as soon as one operand is.
//
//% verdict: verified

#if -1 > 0u
#define FIRST 1
#else
#define FIRST 0
#endif

#if (0 - 1u) / 2 > 5 && (1 ? -1 : 0u) > 0 && 0x8000000000000000 > 0 && -7 / 2 == -3 && -8 >> 1 == -4
#define SECOND 1
#else
#define SECOND 0
#endif

#if '\xff' < 0 && '\x41' == 65
#define THIRD 1
#else
#define THIRD 0
#endif

//@ requires \length(out) == 6 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures out[0] == 1 && out[1] == 1 && out[2] == 1;
//@ ensures out[3] == -1 && out[4] == -128 && out[5] == -2;
__global__ void codes(int *out)
{
    out[0] = FIRST;
    out[1] = SECOND;
    out[2] = THIRD;
    out[3] = '\xff';
    out[4] = '\200';
    out[5] = '\376';
}
