// Who has seen the values of all others may write the counter: no run shows a race, and no proof knows (ATOMIC-19, ATOMIC-23).
//% verdict: safe
//% known: unknown -- proofs know nothing of it
//% known races: unknown -- likewise

//@ requires c[0] == 0;
__global__ void last_resets(int *c) {
    if (atomicAdd(c, 1) == gridDim.x * blockDim.x - 1) c[0] = 0;
}
