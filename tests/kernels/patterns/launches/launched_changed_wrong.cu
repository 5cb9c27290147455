// What the host changes before the launch is followed: blocks are twice as wide where the command line says so.
//% races: racy

__global__ void fillTiles(int *out, int value) {
    out[blockIdx.x * 64 + threadIdx.x] = value; //~ error: race
}

void fill(int *out, int wide) {
    int threads = 64;
    if (wide) threads *= 2;
    fillTiles<<<8, threads>>>(out, 1);
}

int main(int argc, char **argv) {
    int *out;
    cudaMalloc(&out, 4096);
    fill(out, argc > 1);
    return 0;
}
