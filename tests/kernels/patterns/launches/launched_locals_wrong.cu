// Values that are not the same on every way to the launch, and that the program is given.
//% races: racy

extern "C" int atoi(const char *);

__global__ void branched(float *x) {
    x[blockIdx.x * 64 + threadIdx.x] = 1; //~ error: race
}
__global__ void byDefault(float *x) {
    x[blockIdx.x * 64 + threadIdx.x] = 1; //~ error: race
}

void launchBranched(float *x, bool wide) {
    dim3 block;
    block.x = 64;
    if (wide) block.x = 128;
    branched<<<7, block>>>(x);
}

void launchByDefault(float *x, int threads = 64) { byDefault<<<7, threads>>>(x); }

int main(int argc, char **argv) {
    float *x;
    cudaMalloc(&x, 4096);
    launchBranched(x, argc > 1);
    int threads = atoi(argv[1]);
    if (threads == 96) launchByDefault(x, threads);
    return 0;
}
