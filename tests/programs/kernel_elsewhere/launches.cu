__global__ void put(int *a, int step);
__global__ void taken(int *a, int step);

int main() {
    int *a = nullptr, one = 1;
    put<<<1, 64>>>(a, 3);
    void *args[] = {&a, &one};
    cudaLaunchKernel((void *)taken, dim3(1), dim3(64), args, 0, 0);
}
