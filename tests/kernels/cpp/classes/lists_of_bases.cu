// In a list the base classes stand before the members, each with its own list, or without one.
//% verdict: verified

struct Base { int x1, x2; };
struct Derived : Base { int y; };
struct Other { int z[2]; };
struct Both : Base, Other { int y; };

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(o) >= 4;
//@ ensures o[0] == 1 && o[1] == 0 && o[2] == 3;
__global__ void inner_list(int *o) {
    Derived d{{1}, 3};
    o[0] = d.x1;
    o[1] = d.x2;
    o[2] = d.y;
}

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(o) >= 4;
//@ ensures o[0] == 1 && o[1] == 2 && o[2] == 3;
__global__ void without_list(int *o) {
    Derived d{1, 2, 3};
    o[0] = d.x1;
    o[1] = d.x2;
    o[2] = d.y;
}

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(o) >= 4;
//@ ensures o[0] == 5 && o[1] == 6 && o[2] == 8 && o[3] == 9;
__global__ void whole_base(int *o) {
    Base base{5, 6};
    Both both{base, {4, 8}, 9};
    o[0] = both.x1;
    o[1] = both.x2;
    o[2] = both.z[1];
    o[3] = both.y;
}

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(o) >= 4;
//@ ensures o[0] == 0 && o[1] == 0 && o[2] == 0;
__global__ void nothing_given(int *o) {
    Derived d{{}};
    o[0] = d.x1;
    o[1] = d.x2;
    o[2] = d.y;
}
