// Functions of which C++ takes one or the other, as the argument is `long` or `long long`, `char` or `signed char`: here these are one type.
//% verdict: unsupported

template <class T> __device__ int any(T number) { return 1; }
__device__ int any(unsigned long long number) { return 2; }

__device__ int code(int letter) { return 1; }
__device__ int code(char letter) { return 2; }

template <class T> __device__ int at(T *cell) { return 1; }
__device__ int at(long long *cell) { return 2; }

template <class T, class U> __device__ int pair(T first, U second) { return 1; }
template <class T> __device__ int pair(T first, T second) { return 2; }

__device__ int bound(long &number) { return 1; }
__device__ int bound(long number) { return 2; }

struct Sum {
    int kind;
    __device__ Sum() : kind(0) {}
    __device__ Sum(long long start) : kind(1) {}
    template <class T> __device__ Sum(T start) : kind(2) {}
    template <class T> __device__ int add(const T &number) { return 1; }
    __device__ int add(const long long &number) { return 2; }
    __device__ int operator<<(char letter) { return 1; }
    __device__ int operator<<(int number) { return 2; }
};

__global__ void ofSize(int *a, size_t n) { a[threadIdx.x] = any(n); }

__global__ void ofLetter(int *a, signed char letter) { a[threadIdx.x] = code(letter); }

__global__ void ofCell(int *a, long *cells) { a[threadIdx.x] = at(cells); }

__global__ void ofTwo(int *a, long one, long long other) { a[threadIdx.x] = pair(one, other); }

__global__ void ofConstructor(int *a, long start) {
    Sum sum(start);
    a[threadIdx.x] = sum.kind;
}

__global__ void ofMember(int *a, long number) {
    Sum sum;
    a[threadIdx.x] = sum.add(number);
}

__global__ void ofOperator(int *a, signed char letter) {
    Sum sum;
    a[threadIdx.x] = sum << letter;
}

__global__ void ofReference(int *a, long long number) { a[threadIdx.x] = bound(number); }
