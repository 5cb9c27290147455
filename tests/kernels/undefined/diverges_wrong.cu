// An undefined value decides which threads come to a barrier: nothing is known of that.
//% verdict: refuted

//@ requires gridDim.x == 1;
__global__ void of_a_variable() {
    int x;
    if (x == 5) //~ error: initialised
        __syncthreads();
}

//@ requires gridDim.x == 1;
__global__ void of_a_cell() {
    __shared__ int s[3];
    if (s[0] == 5) //~ error: initialised
        __syncthreads();
}
