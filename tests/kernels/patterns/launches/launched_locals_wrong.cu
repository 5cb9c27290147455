// A value that is not the same on every way to the launch is not known, so blocks of every size count.
//% races: racy
//% options: --launch-from-source

__global__ void branched(float *x) {
    x[blockIdx.x * 64 + threadIdx.x] = 1; //~ error: race
}
__global__ void later(float *x) {
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

void launchLater(float *x) {
    dim3 block(64, 1);
    for (int i = 0; i < 2; ++i) {
        later<<<7, block>>>(x);
        block.x = 128;
    }
}

void launchByDefault(float *x, int threads = 64) { byDefault<<<7, threads>>>(x); }
