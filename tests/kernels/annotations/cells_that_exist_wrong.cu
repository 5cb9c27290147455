// A cell that does not exist proves nothing, and neither does a quotient by 0.
//% verdict: not-verified

//@ requires c[-1] == 42;
//@ ensures \exists j. c[j] == 42; //~ error: ensures
__global__ void before(int *c) {}

//@ requires \length(c) == n;
//@ requires n > 0;
//@ ensures c[n] == c[n]; //~ error: division
__global__ void behind(int *c, int n) {}

//@ requires \length(c) == n;
//@ ensures sum(k, c[k], 0, n) == sum(k, c[k], 0, n); //~ error: division
__global__ void tooMany(int *c, int n) {}

//@ requires n >= 0;
//@ ensures n / n == n / n; //~ error: division
__global__ void quotient(int n) {}

//@ ensures n % m == n % m; //~ error: division
__global__ void remainder(int n, int m) {}

//@ ensures \exists k. 1 / k == n / 0; //~ error: division
__global__ void witness(int n) {}

//@ requires \length(c) == n;
__global__ void assumed(int *c, int n) {
    //@ assume c[-1] == n;
    //@ assert c[-1] == n; //~ error
}
