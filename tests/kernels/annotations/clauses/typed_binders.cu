// Types bound the variables that they stand before.
//% verdict: verified

#include <cstdint>

typedef unsigned short index_t;

//@ ensures \exists int x. x > 5000000000;
//@ ensures \exists integer x. x > 5000000000;
//@ ensures \forall char x. -128 <= x <= 127;
//@ ensures \forall unsigned char x. 0 <= x < 256;
//@ ensures \forall uint32_t x. 0 <= x < 4294967296;
//@ ensures \forall int64_t x. x <= 9223372036854775807;
//@ ensures \forall index_t x. 0 <= x < 65536;
//@ ensures \forall bool b. b || !b;
//@ ensures \exists bool b. b == (n > 3);
//@ ensures \forall bool b. (b ? 1 : 0) <= 1;
__global__ void variables(int n) {}

//@ ghost signed char small;
//@ ghost unsigned big;
//@ ensures small < 128 && 0 <= big;
__global__ void ghosts(int n) {}

//@ predicate isByte(uint8_t x) = 0 <= x < 256;
//@ logic int twice(short x) = 2 * x;
//@ requires 0 <= n < 100;
//@ ensures isByte(n) && isByte(2 * n) && twice(n) < 200;
//@ ensures \exists j. isByte(j) && j > 200;
__global__ void definitions(int n) {}

//@ logic int steps(unsigned char n) = n == 0 ? 0 : steps(n - 1) + 2 decreases n;
//@ lemma steps_closed(unsigned char n): steps(n) == 2 * n by induction on n;
//@ requires 0 <= n < 256;
//@ ensures steps(n) == 2 * n;
__global__ void recursive(int n) {}
