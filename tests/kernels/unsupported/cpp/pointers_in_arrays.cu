// Arrays of pointers that are not modelled, and named.
//% verdict: unsupported

__global__ void chosen(float *a, float *b, int which) {
    float *all[2] = {a, b};
    all[which][threadIdx.x] = 1.0f;
}

__global__ void rows(int n) {
    __shared__ int tile[4][32];
    int *row[4];
    for (int r = 0; r < 4; r++) row[r] = tile[r];
    row[n][threadIdx.x] = 1;
}

__global__ void ofMemory(float ***all) { all[0][0][threadIdx.x] = 1.0f; }

__global__ void pointerToThem(float *a) {
    float *all[2] = {a, a + 1};
    float **next = all + 1;
    next[0][threadIdx.x] = 1.0f;
}

__global__ void endOfOther(float *a, float *b, int n) {
    if (a + n == b) a[threadIdx.x] = 1.0f;
}
