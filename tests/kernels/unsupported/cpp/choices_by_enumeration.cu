// Functions of which one takes an enumeration, whose values are numbers here.
//% verdict: unsupported

enum Axis { X, Y };
typedef Axis Direction;
struct Filter {
    enum Mode { NEAREST, LINEAR };
};

__device__ int of(Axis axis) { return 1; }
__device__ int of(long number) { return 2; }

__device__ int by_alias(Direction direction) { return 1; }
__device__ int by_alias(float number) { return 2; }

__device__ int of_class(Filter::Mode mode) { return 1; }
__device__ int of_class(double number) { return 2; }

template <class T> __device__ int any(T value) { return 1; }
__device__ int any(int value) { return 2; }

__global__ void chosen(int *a) { a[threadIdx.x] = of(1); }

__global__ void chosen_by_alias(int *a) { a[threadIdx.x] = by_alias(1); }

__global__ void chosen_of_class(int *a) { a[threadIdx.x] = of_class(1); }

__global__ void chosen_of_template(int *a) {
    Axis axis = Y;
    a[threadIdx.x] = any(axis);
}
