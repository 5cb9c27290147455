// The lanes meet in every iteration but the first, in which a lane may read what its neighbour has not stored yet.
//
//% races: racy

//@ requires blockDim.x % 32 == 0;
__global__ void late(int n, float *y)
{
    __shared__ float part[1024];
    for (int i = 0; i < n; i++) {
        part[threadIdx.x] = i; //~ error: race
        if (i > 0) __syncwarp();
        y[blockIdx.x * blockDim.x + threadIdx.x] = part[threadIdx.x ^ 1];
        if (i > 0) __syncwarp();
    }
}
