// A mask or an index that was converted is what the bits say: threads race and leave arrays where it is not the number.
//% verdict: not-verified

//@ requires \length(o) == 1;
__global__ void sign_bit(unsigned *o) {
    if ((int)(threadIdx.x << 24) < 0) o[0] = threadIdx.x; //~ error: race
}

//@ requires \length(o) == 1;
__global__ void sign_bit_of_a_byte(unsigned *o) {
    if ((signed char)threadIdx.x < -100) o[0] = threadIdx.x; //~ error: race
}

__global__ void low_byte(int *o) {
    o[(unsigned char)threadIdx.x + 256 * blockIdx.x] = 1; //~ error: race
}

__global__ void low_bits_of_the_place(int *o) {
    o[(short)(blockIdx.x * blockDim.x + threadIdx.x) + 32768] = threadIdx.x; //~ error: race
}

//@ requires \length(o) == 1024;
__global__ void below_the_array(int *o) {
    if (blockIdx.x == 0) o[(signed char)threadIdx.x] = threadIdx.x;
    //~^ error: bounds
    //~^^ error: race
}
