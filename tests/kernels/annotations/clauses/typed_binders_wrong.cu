// What is no value of the type is no witness.
//% verdict: not-verified

#include <cstdint>

typedef unsigned short index_t;

//@ ensures \exists char x. x > 1000; //~ error: ensures
__global__ void signedByte(int n) {}

//@ ensures \exists uint8_t x. x < 0; //~ error: ensures
__global__ void unsignedByte(int n) {}

//@ ensures \exists int32_t x. x > 5000000000; //~ error: ensures
__global__ void word(int n) {}

//@ ensures \exists index_t x. x == 65536; //~ error: ensures
__global__ void ofTheProgram(int n) {}

//@ ensures \exists size_t x. x + n == -1; //~ error: ensures
__global__ void size(unsigned n) {}

//@ ensures \exists bool b. (b ? 1 : 0) == 2; //~ error: ensures
__global__ void truth(int n) {}

//@ ghost uint8_t g;
//@ ensures g < 255; //~ error: ensures
__global__ void ghosts(int n) {}

//@ predicate isBig(char x) = x > 1000;
//@ ensures \exists j. isBig(j); //~ error: ensures
__global__ void definitions(int n) {}
