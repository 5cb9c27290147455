// The second item is the member's, and not the base class's second one.
//% verdict: not-verified

struct Base { int x1, x2; };
struct Derived : Base { int y; };

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(o) >= 1;
//@ ensures o[0] == 3; //~ error: ensures
__global__ void inner_list(int *o) {
    Derived d{{1}, 3};
    o[0] = d.x2;
}
