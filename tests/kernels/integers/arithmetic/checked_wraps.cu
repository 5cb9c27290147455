// Arithmetic that wraps on purpose needs no proof that it fits.
//% verdict: verified
//% options: --ints checked

//@ requires blockDim.x * gridDim.x <= 1000000 && n <= \length(out);
//@ ensures \forall j. 0 <= j < n && j < blockDim.x * gridDim.x -> out[j] == (j * 2654435761) % 4294967296;
__global__ void hash(unsigned *out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    //@ wraps;
    unsigned mixed = i * 2654435761u;
    if (i < n) out[i] = mixed;
}
