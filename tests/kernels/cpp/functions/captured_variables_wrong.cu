// What was captured by value keeps the value of the moment when the lambda expression was made, also behind its address.
//% verdict: refuted

//@ requires \length(o) == 1 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures o[0] == 8; //~ error: ensures
__global__ void address(int *o) {
    int i = 7;
    auto look = [i] {
        const int *p = &i;
        return *p;
    };
    i = 8;
    o[0] = look();
}
