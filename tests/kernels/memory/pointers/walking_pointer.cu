// A pointer that is moved on after each access.
//% verdict: verified

//@ ensures \forall i. 0 <= i < blockDim.x * gridDim.x -> out[3 * i] == i && out[3 * i + 1] == -i && out[3 * i + 2] == 5;
__global__ void walking(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *p = out + 3 * i;
    *p++ = i;
    *p = -i;
    ++p;
    p[0] = 5;
}
