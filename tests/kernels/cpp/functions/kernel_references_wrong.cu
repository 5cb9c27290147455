// All threads write the variable that a reference is to; a claim about it that does not hold.
//% verdict: refuted

struct Settings {
    float scale;
    int steps;
};

__global__ void last(Settings &settings) {
    settings.steps = threadIdx.x; //~ error: race
}

//@ ensures count == \old(count); //~ error: ensures
__global__ void increment(int &count) {
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) count += 1;
}
