// Memory that is seen with two types: what is written as one is not what it was as the other, wherever it is written.
//% verdict: not-verified
//% verdict of written_by_contract: unsupported
//% verdict of padding: unsupported
//% verdict of padding_races: unsupported

//@ requires blockDim.x == 32 && gridDim.x == 1;
//@ writes s[threadIdx.x];
//@ ensures s[threadIdx.x] == 1.0f;
__device__ void set_one(float *s) { s[threadIdx.x] = 1.0f; }

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(out) == 32;
//@ ensures \forall i. 0 <= i < 32 -> out[i] == 5;
__global__ void written_by_contract(int *out) {
    __shared__ int tile[32];
    tile[threadIdx.x] = 5;
    set_one((float *)tile);
    out[threadIdx.x] = tile[threadIdx.x];
}

// The second time the variable is another one, which holds nothing.
//@ requires blockDim.x == 1 && gridDim.x == 1 && 1 <= \length(out);
//@ ensures out[0] == 1;
//~^ error: ensures
__global__ void declared_again(int *out) {
    for (int i = 0; i < 2; i++) {
        int words[1];
        float *floats = (float *)words;
        if (i == 0) {
            floats[0] = 1.0f;
        } else {
            out[0] = (int)floats[0];
        }
    }
}

struct Gap {
    char c;
    int i;
};

// A copy of a struct may write the bytes between its fields.
//@ requires blockDim.x == 1 && gridDim.x == 1 && \length(p) == 1 && \length(q) == 1 && 1 <= \length(out);
//@ ensures out[0] == 7;
__global__ void padding(Gap *p, const Gap *q, int *out) {
    unsigned char *bytes = (unsigned char *)p;
    bytes[1] = 7;
    p[0] = q[0];
    out[0] = bytes[1];
}

//@ requires blockDim.x == 2 && gridDim.x == 1 && \length(p) == 1 && \length(q) == 1;
__global__ void padding_races(Gap *p, const Gap *q) {
    unsigned char *bytes = (unsigned char *)p;
    if (threadIdx.x == 0)
        p[0] = q[0];
    else
        bytes[1] = 7;
}

enum Small : unsigned char { NONE, SOME };

struct Flags {
    Small s;
    unsigned char c;
    short h;
};

// An enumeration is as wide as it says: both write the second byte.
//@ requires blockDim.x == 2 && gridDim.x == 1 && \length(p) == 1;
__global__ void second_byte(Flags *p) {
    unsigned char *bytes = (unsigned char *)p;
    if (threadIdx.x)
        p[0].c = 2; //~ error: race
    else
        bytes[1] = 1;
}

//@ requires blockDim.x == 1 && gridDim.x == 1 && 2 <= \length(out);
//@ ensures out[0] == 300;
//~^ error: ensures
__global__ void narrowed(int *out) {
    Small s = (Small)300;
    out[0] = s;
}
