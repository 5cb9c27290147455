// A two-dimensional shared array with its dimensions the wrong way round. Both have their own limit.
//% verdict: refuted

//@ requires blockDim.x <= 4 && blockDim.y <= 2;
__global__ void fill(int *out) {
    __shared__ int tile[2][4];
    tile[threadIdx.x][threadIdx.y] = 1; //~ error: bounds
    __syncthreads();
    out[threadIdx.y * blockDim.x + threadIdx.x] = tile[threadIdx.y][threadIdx.x]; //~ error: race
}
