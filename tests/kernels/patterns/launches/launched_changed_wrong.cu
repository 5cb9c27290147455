// What the host changes before the launch has no size that is known, so blocks of every size count.
//% races: racy
//% options: --launch-from-source

__global__ void fillTiles(int *out, int value) {
    out[blockIdx.x * 64 + threadIdx.x] = value; //~ error: race
}

void fill(int *out, int wide) {
    int threads = 64;
    if (wide) threads *= 2;
    fillTiles<<<8, threads>>>(out, 1);
}
