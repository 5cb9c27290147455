// Operators for enumerations, which are numbers here; commas that are overloaded; conversions with side effects; a
// specialisation for pointers whose argument is a pointer to `const`; constructors that a list without inner braces calls.
//% verdict: unsupported

enum class Flags { none = 0, one = 1, two = 2, all = 7 };
__device__ Flags operator|(Flags a, Flags b) { return Flags::all; }
enum Mode { FIRST = 1, SECOND = 9 };
__device__ bool operator==(Mode a, Mode b) { return (int)a % 8 == (int)b % 8; }

__global__ void joined(int *out) { out[threadIdx.x] = (int)(Flags::one | Flags::two); }

__global__ void compared(int *out) {
    Mode mode = FIRST;
    out[threadIdx.x] = mode == SECOND;
}

struct Next {
    int value;
    __device__ operator int() { return ++value; }
};

__global__ void converted(int *out) {
    Next next = {0};
    out[threadIdx.x] = next - next;
}

template <class T> struct Kind {
    static const int value = 0;
};
template <class T> struct Kind<T *> {
    static const int value = 1;
};

__global__ void specialised(int *out) { out[threadIdx.x] = Kind<const int *>::value; }

struct Counted {
    int value;
    __device__ Counted(int &source) {
        source += 1;
        value = source;
    }
};
struct Holder {
    Counted counted;
    int other;
};

__global__ void listed(int *out) {
    int source = 9;
    Holder holder{source, 3};
    out[threadIdx.x] = holder.counted.value;
}
