// Names that the host's code hides by captures, enumerations and declarations without a plain type fix nothing (TEMPLATE-7, LAUNCH-20).
//% verdict: verified

//@ requires \length(o) == 1 && gridDim.x == 1 && blockDim.x == 1;
//@ requires gridDim.y == 1 && gridDim.z == 1 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures o[0] == sizeof(T);
template <typename T>
__global__ void size_of(int *o, T x)
{
    o[0] = sizeof(T);
}

//@ requires \length(o) == 1 && gridDim.x == 1 && blockDim.x == 1;
//@ requires gridDim.y == 1 && gridDim.z == 1 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures o[0] == N;
template <int N>
__global__ void number(int *o)
{
    o[0] = N;
}

const int n = 3;

struct Around {
    enum { n = 4 };
    void f(int *o) { number<n><<<1, 1>>>(o); }
};

struct Base {
    enum Kind { one, many };
};
struct Derived : Base {
    void f(int *o);
};
void Derived::f(int *o) { number<many><<<1, 1>>>(o); }

int main()
{
    int *o;
    cudaMalloc((void **)&o, sizeof(int));
    double h = 1;
    auto captured = [=, h = (short)3] { size_of<<<1, 1>>>(o, h); };
    captured();
    {
        enum { h };
        size_of<<<1, 1>>>(o, h);
    }
    {
        decltype((short)1) h = 1;
        size_of<<<1, 1>>>(o, h);
    }
    const int n = 8;
    {
        enum { n = 4 };
        number<n><<<1, 1>>>(o);
    }
    constexpr struct {
        int m;
    } s = {6};
    number<s.m><<<1, 1>>>(o);
    Derived().f(o);
    Around().f(o);
}
