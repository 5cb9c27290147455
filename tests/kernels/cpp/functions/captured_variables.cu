// What a lambda expression captures by value is a variable of its own, which is `const`: it has an address.
//% verdict: verified

__device__ int kind(int &number) { return 1; }
__device__ int kind(const int &number) { return 2; }

//@ requires \length(o) == 4 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 7 && o[1] == 8 && o[2] == 2 && o[3] == 8;
__global__ void addresses(int *o) {
    int i = 7;
    auto look = [i] {
        const int *p = &i;
        return *p;
    };
    auto all = [=] {
        const int &r = i;
        return r + 1;
    };
    auto chosen = [i] { return kind(i); };
    auto shared = [&i] {
        const int *p = &i;
        return *p;
    };
    i = 8;
    o[0] = look();
    o[1] = all();
    o[2] = chosen();
    o[3] = shared();
}
