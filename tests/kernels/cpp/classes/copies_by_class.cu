// Constructors that copy, the definition outside of the class or by other names of the same members; `explicit` (CLASS-4).
//% verdict: verified

struct Plain {
    int v;
    __device__ Plain(int k) : v(k) {}
    __device__ Plain(const Plain &o);
    template <typename U>
    __device__ Plain(const U &o) : v(o.v + 100) {}
};
__device__ Plain::Plain(const Plain &o) : v(o.v) {}

template <int N, typename T>
struct Vector;

template <typename T>
struct Vector<3, T> {
    union { T x, r; };
    union { T y, g; };
    union { T z, b; };
    __device__ Vector(T a, T b, T c) : x(a), y(b), z(c) {}
    __device__ Vector(Vector<3, T> const &v);
    template <typename U>
    __device__ Vector(Vector<3, U> const &v);
};
template <typename T>
__device__ Vector<3, T>::Vector(Vector<3, T> const &v) : x(v.r), y(v.y), b(v.z) {}
template <typename T>
template <typename U>
__device__ Vector<3, T>::Vector(Vector<3, U> const &v) : x(v.x + 1), y(v.y), z(v.z) {}

template <typename T>
struct Vector<2, T> {
    T x, y;
    __device__ Vector(T a, T b);
    __device__ Vector(Vector const &v);
};
template <typename T>
__device__ Vector<2, T>::Vector(T a, T b) : x(a), y(b) {}
template <typename T>
__device__ Vector<2, T>::Vector(Vector const &v) {
    x = v.x;
    this->y = v.y;
}

//@ requires \length(o) == 8;
//@ ensures o[0] == 1 && o[1] == 1 && o[2] == 6 && o[3] == 3;
__global__ void copies(int *o) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Plain s(1);
        Plain t = s, u(s);
        Vector<3, int> v(1, 2, 3), w = v;
        Vector<2, int> p(2, 1), q(p);
        o[0] = t.v;
        o[1] = u.v;
        o[2] = w.r + w.y + w.b;
        o[3] = q.x + q.y;
    }
}

struct Asked {
    int v;
    __device__ explicit Asked(int k) : v(k) {}
    __device__ Asked(float f) : v(1000) {}
};
struct Source {
    int v;
    __device__ explicit operator Asked() const { return Asked(5); }
};
struct Both {
    Asked first = 3, second{3}, third = Asked(3);
    __device__ Both() {}
};
__device__ int taken(Asked s) { return s.v; }
__device__ Asked given() { return 3; }

//@ requires \length(o) == 10;
//@ ensures o[0] == 1000 && o[1] == 3 && o[2] == 1000 && o[3] == 1000 && o[4] == 1000 && o[5] == 3;
//@ ensures o[6] == 1000 && o[7] == 3 && o[8] == 3 && o[9] == 5;
__global__ void asked(int *o) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Asked a = 3, b(3), c(1), d{3};
        c = 3;
        Both both;
        Source source;
        o[0] = a.v;
        o[1] = b.v;
        o[2] = taken(4);
        o[3] = given().v;
        o[4] = c.v;
        o[5] = d.v;
        o[6] = both.first.v;
        o[7] = both.second.v;
        o[8] = both.third.v;
        o[9] = static_cast<Asked>(source).v;
    }
}
