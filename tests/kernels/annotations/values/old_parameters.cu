// CLAUSE-7: in an `\old`, parameters that the kernel changes or moves are what they were at entry, and so are their members.
//% verdict: safe

struct P {
    int x, y;
};

//@ requires q.x == 1 && v.x == 9 && n == 7 && \length(a) == 3 && a[0] == 1 && a[1] == 2 && a[2] == 3;
__global__ void changed(P q, int4 v, int n, const int *a) {
    q.x = 5;
    v.x = 2;
    n = 3;
    a += 1;
    //@ assert \old(q.x) == 1 && q.x == 5 && \old(v.x) == 9 && \at(q.x, Pre) == 1;
    //@ assert \old(n) == 7 && n == 3;
    //@ assert \old(a[0]) == 1 && a[0] == 2 && \old(a[0 .. 1]) == a[-1 .. 0];
}
