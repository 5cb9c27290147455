// Local classes of two instances are two classes, each with `__shared__` arrays of its own, where the instances are for types that are
// one here (TEMPLATE-19).
//% verdict: unsupported

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(a) == 32;
//@ ensures a[0] == 1;
__global__ void of_lambda(int *a) {
    auto f = [&](auto v) {
        struct Local {
            __device__ static int go(int w) {
                __shared__ int s[32];
                if (w == 1) s[threadIdx.x] = 1;
                __syncthreads();
                return s[threadIdx.x];
            }
        };
        return Local::go((int)v);
    };
    int x = f(1L);
    a[threadIdx.x] = f(2LL);
}

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(a) == 32;
//@ ensures a[0] == 1;
__global__ void of_base(int *a) {
    auto f = [&](auto v) {
        struct Base {
            __device__ static int go(int w) {
                __shared__ int s[32];
                if (w == 1) s[threadIdx.x] = 1;
                __syncthreads();
                return s[threadIdx.x];
            }
        };
        struct Local : Base {};
        return Local::go((int)v);
    };
    int x = f(1L);
    a[threadIdx.x] = f(2LL);
}

template <class T> struct Holds : T {};

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(a) == 32;
//@ ensures a[0] == 1;
__global__ void of_template(int *a) {
    auto f = [&](auto v) {
        struct Local {
            __device__ int operator()(int w) const {
                __shared__ int s[32];
                if (w == 1) s[threadIdx.x] = 1;
                __syncthreads();
                return s[threadIdx.x];
            }
        };
        Holds<Local> h;
        return h((int)v);
    };
    int x = f(1L);
    a[threadIdx.x] = f(2LL);
}

template <class T> __device__ int written(T v) {
    struct Local {
        __device__ static int go(int w) {
            __shared__ int s[32];
            if (w == 1) s[threadIdx.x] = 1;
            __syncthreads();
            return s[threadIdx.x];
        }
    };
    return Local::go((int)v);
}

//@ requires blockDim.x == 32 && gridDim.x == 1 && \length(a) == 32;
//@ ensures a[0] == 1;
__global__ void of_function(int *a) {
    int x = written(1L);
    a[threadIdx.x] = written(2LL);
}
