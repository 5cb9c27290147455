// The complement of an unsigned number has its type's width; other arithmetic of annotations has none.
//% verdict: verified

//@ ensures ~0u == 4294967295 && ~0 == -1 && ~0xffffffff == 0 && ~0ull == 18446744073709551615;
//@ ensures ~n == 4294967295 - n && (n ^ ~0u) == ~n;
//@ ensures (m & 1u) == (m & 1) && ~m == -m - 1;
//@ ensures n < 4294967295 -> ~(unsigned)(n + 1) == 4294967294 - n;
//@ ensures (unsigned)-1 == 4294967295 && n - 4294967296 < 0;
__global__ void k(unsigned n, int m) {}
