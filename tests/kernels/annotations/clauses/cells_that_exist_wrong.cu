// A cell that does not exist proves nothing, and neither does a quotient by 0.
//% verdict: not-verified

//@ requires c[-1] == 42; //~ error: division
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

//@ requires \length(c) == n && n == 8;
//@ ensures \forall j. j > n -> 6 / 0 == 42; //~ error: division
__global__ void nothingIsLeftOut(int *c, int n) {}

//@ requires \length(c) == n && n == 8;
//@ ensures \forall j. 0 <= j -> c[-1] == 42 + j; //~ error: division
//@ ensures \forall j. j > 0 -> c[9] == 42; //~ error: division
//@ ensures \forall j. j == 9 -> c[j] == 42; //~ error: division
//@ ensures \forall j. j == 9 || j == 10 -> c[j] == 42; //~ error: division
//@ ensures \forall j. -5 <= j < 0 -> c[j] == 42; //~ error: division
__global__ void bothSides(int *c, int n) {}

//@ ensures \forall j. j > n -> \pow(2, -1) == 42; //~ error: division
//@ ensures \forall j. j > n -> \log2(0) == 42; //~ error: division
//@ ensures \forall j. j > n -> (1 << -1) == 42; //~ error: division
//@ ensures \forall j. j > n -> min_over(k, k, 1, 0) == 42; //~ error: division
__global__ void values(int n) {}

//@ ensures \forall j. j < 3 -> c[j] == 42; //~ error: ensures
//@ ensures \forall j. j < 3 -> c[-1] == c[-1]; //~ error: division
__global__ void unknownLength(int *c) {}
