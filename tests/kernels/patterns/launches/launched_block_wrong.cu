// Two launches, and with the larger blocks of the second one neighbours write to one tile.
//% races: racy

__global__ void fillTiles(int *out, int value) {
    out[blockIdx.x * 64 + threadIdx.x] = value; //~ error: race
}

void fill(int *out) {
    dim3 small(64);
    dim3 large = dim3(128, 1, 1);
    fillTiles<<<8, small>>>(out, 1);
    fillTiles<<<dim3(4), large>>>(out, 2);
}

int main() { fill(nullptr); }
