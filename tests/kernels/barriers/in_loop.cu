// Barriers in a loop that all threads run equally often.
//% verdict: verified

//@ requires blockDim.x <= 256 && 0 <= steps && gridDim.x == 1;
//@ ensures \forall t. 0 <= t < blockDim.x -> data[t] == \old(data[t]) + steps;
__global__ void steps(int *data, int steps) {
    __shared__ int held[256];
    int t = threadIdx.x;
    held[t] = data[t];
    __syncthreads();
    for (int k = 0; k < steps; k++) {
        //@ invariant 0 <= k <= steps;
        //@ invariant \forall j. 0 <= j < blockDim.x -> held[j] == \old(data[j]) + k;
        int mine = held[t];
        __syncthreads();
        held[t] = mine + 1;
        __syncthreads();
    }
    data[t] = held[t];
}
