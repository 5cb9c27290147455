// What the words do not mean: `xor` is no power, `compl` no `not`, and a literal of two characters is not its first one.
//% verdict: not-verified

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 8; //~ error
__global__ void power(int *o) { o<:0:> = 2 xor 3; }

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 0; //~ error
__global__ void complement(int *o) { o[0] = compl 1; }

//@ requires gridDim.x == 1 && blockDim.x == 1;
//@ ensures o[0] == 97; //~ error
__global__ void several(int *o) { o[0] = 'ab'; }
