// Parentheses say what C's precedence would not.
//% verdict: verified

#define IS_POW2(x) ((x) != 0 && ((x) & ((x) - 1)) == 0)

//@ requires IS_POW2(n) && n > 0;
//@ requires (n & 1) == 0 || n == 1;
//@ ensures (n & (n - 1)) == 0;
//@ ensures (n == 1) == !(n > 1);
//@ ensures n == (n > 1 ? n : 1);
//@ ensures (n > 1 & n < m) == (n > 1 && n < m);
//@ ensures (n > 3) + 1 <= 2 && ((n > 3) & 1) <= 1;
//@ ensures n > 1 -> (m > n ? m > 2 : true);
//@ ensures !(n == m) == (n != m);
__global__ void k(int n, int m) {}
