// Default values of members are evaluated among the members, in the order of their declaration (CLASS-23).
//% verdict: verified

const int outer = 70;

struct Hidden {
    int outer = 1;
    int next = outer + 1;
};
struct Made {
    int a = 1, b = a + 1;
    int *p = nullptr;
    int c = twice() + this->b;
    __device__ int twice() const { return 2 * a; }
    __device__ Made() {}
};
template <typename T>
struct Pair {
    T a;
    T b = a + T(1);
};
struct Outer {
    Hidden h;
    int d = h.next;
};
struct Derived : Hidden {
    int e = next + 1;
    __device__ Derived() { outer = 9; }
};

//@ requires \length(o) == 6;
//@ ensures o[0] == 2 && o[1] == 6 && o[2] == 4 && o[3] == 8 && o[4] == 2 && o[5] == 3;
__global__ void defaults(int *o) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Hidden none = {}, given = {5};
        Made made;
        Pair<int> pair{7};
        Outer whole{};
        Derived derived;
        int *p{}, *q = {};
        o[0] = none.next;
        o[1] = given.next;
        o[2] = made.c;
        o[3] = pair.b;
        o[4] = whole.d;
        p = o;
        q = p;
        q[5] = derived.e;
    }
}
