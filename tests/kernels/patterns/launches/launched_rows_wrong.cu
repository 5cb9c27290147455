// The file launches rows of threads that the kernels do not mention: all of them do the same.
//% races: racy

__global__ void count(float *o) {
    o[blockIdx.x * blockDim.x + threadIdx.x] += 1; //~ error: race
}
__global__ void add(float *o) {
    o[blockIdx.x * blockDim.x + threadIdx.x] += 2; //~ error: race
}

int main() {
    float *o;
    cudaMalloc(&o, 4096);
    count<<<4, dim3(32, 4)>>>(o);
    dim3 grid(4, 2);
    add<<<grid, 32>>>(o);
}
