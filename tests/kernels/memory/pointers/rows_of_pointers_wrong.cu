// Rows to which pointers in memory lead, written by several threads.
//% verdict: refuted

struct Tree {
    int *index;
    float *x;
    int size;
};

__global__ void together(float **rows) {
    rows[0][threadIdx.x] = blockIdx.x; //~ error: race
}

__global__ void crossed(float **rows) {
    rows[threadIdx.x][0] = rows[threadIdx.x + 1][0]; //~ error: race
}

__global__ void trees(Tree *trees) {
    for (int i = threadIdx.x; i < trees[blockIdx.x].size; i += blockDim.x)
        trees[blockIdx.x].x[0] = i; //~ error: race
}

//@ requires n <= blockDim.x;
//@ ensures \forall int b, i; 0 <= b && b < gridDim.x && 0 <= i && i < n ==> a[b][i] == a[0][i]; //~ error: ensures
__global__ void rows(float **a, int n) {
    if (threadIdx.x < n) a[blockIdx.x][threadIdx.x] = blockIdx.x;
}
