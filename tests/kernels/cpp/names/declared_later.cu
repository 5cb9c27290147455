// What a namespace declares behind a function is not seen in it: the name means what an outer namespace has declared by then. Members
// of a class see the whole class, and what has been declared before may be defined later.
//
//% verdict: verified

__device__ int weight(int) { return 2; }
const int SCALE = 2;
struct Cell { char bytes[2]; };
enum { KIND = 2 };

namespace units {
__device__ int weight(int) { return 2; }
}

namespace later {
__device__ int qualified() { return units::weight(1); }
namespace units {
__device__ int weight(int) { return 3; }
}
__device__ int function() { return weight(1); }
__device__ int variable() { return SCALE; }
__device__ int type() { return sizeof(Cell); }
__device__ int enumerator() { return KIND; }
template <class X> __device__ int of_template(X x) { return weight(1); }
struct Member { __device__ int get() { return weight(1); } };
namespace inner {
__device__ int nested() { return weight(1); }
}
__device__ int declared();

__device__ int weight(int) { return 3; }
const int SCALE = 3;
struct Cell { char bytes[3]; };
enum { KIND = 3 };
__device__ int declared() { return weight(1); }
}

__device__ int own(int) { return 6; }
struct Whole {
    __device__ int first() { return own(1); }
    __device__ int own(int) { return 4; }
};

//@ requires \length(out) == 10 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < 7 -> out[i] == 2;
//@ ensures out[7] == 3 && out[8] == 4 && out[9] == 2;
__global__ void meanings(int *out)
{
    out[0] = later::function();
    out[1] = later::variable();
    out[2] = later::type();
    out[3] = later::enumerator();
    out[4] = later::of_template(1);
    out[5] = later::Member().get();
    out[6] = later::inner::nested();
    out[7] = later::declared();
    out[8] = Whole().first();
    out[9] = later::qualified();
}
