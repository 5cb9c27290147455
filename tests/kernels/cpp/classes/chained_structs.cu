// An assignment of structs has the assigned value.
//% verdict: verified

struct Pair { float a, b; };

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(first) && n <= \length(second);
//@ ensures \forall i. 0 <= i < n -> first[i].a == a && first[i].b == i && second[i].a == a && second[i].b == i;
__global__ void init(Pair *first, Pair *second, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Pair pair = {a, (float)i};
        first[i] = second[i] = pair;
    }
}
