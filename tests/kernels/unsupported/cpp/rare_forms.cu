// Valid C++ that is no error, and not modelled.
//% verdict: unsupported

__global__ void evaluated_once(int *c, int i)
{
    c[0] = i++ ?: 7;
}

__global__ void range_of_cases(int *c, int n)
{
    switch (n) {
        case 1 ... 3: c[0] = 1; break;
        default: c[0] = 2;
    }
}

__global__ void function_in_function(int *c)
{
    __device__ int square(int);
    c[0] = square(3);
}

struct Pair { int x, y; };

__global__ void function_of_no_arguments(int *c)
{
    __device__ Pair p();
    c[0] = 1;
}

__global__ void lambda_of_packs(int *c)
{
    auto sum = [](auto... xs) { return (xs + ...); };
    c[0] = sum(1, 2, 3);
}

__device__ constexpr unsigned long long operator""_ki(unsigned long long v) { return v * 1024; }

__global__ void literal_of_the_file(unsigned long long *c)
{
    c[0] = 4_ki;
}
