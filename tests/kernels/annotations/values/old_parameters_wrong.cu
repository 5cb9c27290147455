// CLAUSE-7: their present values are others.
//% verdict: not-verified

struct P {
    int x, y;
};

//@ requires q.x == 1;
__global__ void member(P q) {
    q.x = 5;
    //@ assert \old(q.x) == 5; //~ error: assert
}

//@ requires \length(a) == 3 && a[0] == 1 && a[1] == 2;
__global__ void moved(const int *a) {
    a += 1;
    //@ assert \old(a[0]) == 2; //~ error: assert
}
