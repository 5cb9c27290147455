// Objects and their parts: base classes by casts, arrays of members with constructors, memory that a class stands for.
//% verdict: verified

template <typename T>
struct View {
    typedef T element;
    enum { bytes = sizeof(element) };
    T *data;
};

// A row begins so many bytes after the one before.
template <typename T>
struct Rows : public View<T> {
    int pitch;
    __device__ T *row(int y) { return ((View<T> *)this)->data + y * (pitch / View<T>::bytes); }
};

__global__ void cleared(Rows<float> image)
//@ requires image.pitch == 4 * blockDim.x;
//@ ensures image.data[blockIdx.x * blockDim.x + threadIdx.x] == 0;
{
    image.row(blockIdx.x)[threadIdx.x] = 0.0f;
}

template <typename Derived>
struct Shape {
    int scale;
    __device__ int area() { return scale * static_cast<Derived *>(this)->unscaled(); }
    __device__ int again() { return static_cast<Derived &>(*this).unscaled() + static_cast<const Derived *>(this)->side; }
};

struct Square : Shape<Square> {
    int side;
    __device__ int unscaled() { return side * side; }
};

__global__ void areas(int *out, const int *sides)
//@ requires gridDim.x == 1 && threadIdx.x < \length(out) && threadIdx.x < \length(sides);
//@ ensures out[threadIdx.x] == 4 * sides[threadIdx.x] * sides[threadIdx.x] + sides[threadIdx.x];
{
    Square square;
    square.scale = 3;
    square.side = sides[threadIdx.x];
    out[threadIdx.x] = square.area() + square.again();
}

struct Limb {
    unsigned value;
    __device__ Limb() : value(7) {}
    __device__ void operator=(unsigned v) { value = v; }
};

template <int N>
struct Number {
    static const int middle = N / 2;
    struct Halves {
        unsigned low[middle], high[middle];
    };
    Limb limbs[N];
    __device__ Number(unsigned first) { limbs[0] = first; }
};

__global__ void numbers(unsigned *out)
//@ requires gridDim.x == 1 && threadIdx.x < \length(out);
//@ ensures out[threadIdx.x] == threadIdx.x + 7 + 7 + threadIdx.x + 5;
{
    Number<4> number(threadIdx.x);
    Number<4>::Halves halves;
    halves.low[1] = 5;
    Limb more[2];
    more[0] = number.limbs[0];
    out[threadIdx.x] = number.limbs[0].value + number.limbs[3].value + more[1].value + more[0].value + halves.low[Number<4>::middle - 1];
}

template <typename T>
struct Shared {
    __device__ operator T *()
    {
        extern __shared__ int memory[];
        return (T *)memory;
    }
    __device__ operator const T *() const
    {
        extern __shared__ int memory[];
        return (T *)memory;
    }
};

__global__ void reversed(int *out, const int *in)
//@ requires gridDim.x == 1 && blockDim.x <= \length(out) && blockDim.x <= \length(in);
//@ ensures out[threadIdx.x] == in[blockDim.x - 1 - threadIdx.x];
{
    Shared<int> memory;
    int *mine = memory + threadIdx.x;
    *mine = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = memory[blockDim.x - 1 - threadIdx.x];
}

struct Best {
    int value, at;
};

__global__ void chosen(Best *out, const int *x, int limit)
//@ requires gridDim.x == 1 && threadIdx.x < \length(out) && threadIdx.x < \length(x);
//@ ensures out[threadIdx.x].value == (x[threadIdx.x] < limit ? x[threadIdx.x] : 9) && out[threadIdx.x].at == (x[threadIdx.x] < limit ? threadIdx.x : 0);
{
    Best own = {x[threadIdx.x], (int)threadIdx.x};
    out[threadIdx.x] = own.value < limit ? own : Best{9};
}
