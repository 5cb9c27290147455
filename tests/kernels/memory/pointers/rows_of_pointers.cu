// Pointers in memory: each leads to memory of its own, a row.
//% verdict: verified
//% verdict of trees: safe

//@ requires n <= blockDim.x;
//@ ensures \forall int b, i; 0 <= b && b < gridDim.x && 0 <= i && i < n ==> c[b][i] == a[b][i] + 2 * x[b][i];
__global__ void batched(const float *const *a, const float **x, float **c, int n) {
    const float *from = a[blockIdx.x];
    float *to = c[blockIdx.x];
    if (threadIdx.x < n) to[threadIdx.x] = from[threadIdx.x] + 2.0f * x[blockIdx.x][threadIdx.x];
}

struct Tree {
    int *index;
    float *x;
    int size;
};

__device__ void clear(float **rows, int i, int n) {
    for (int j = 0; j < n; ++j) rows[i][j] = 0.0f;
}

//@ requires n == 4;
//@ ensures \forall int i; 0 <= i && i < blockDim.x * gridDim.x ==> rows[i][3] == 0;
__global__ void cleared(float **rows, int n) {
    clear(rows, blockIdx.x * blockDim.x + threadIdx.x, n);
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> tree[0].x[i] == tree[0].index[i];
__global__ void member(Tree *tree, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) tree->x[i] = tree->index[i];
}

__global__ void trees(Tree *trees) {
    Tree mine = trees[blockIdx.x];
    for (int i = threadIdx.x; i < mine.size; i += blockDim.x) mine.x[i] = mine.index[i];
}

struct Matrix {
    float **rows;
    int width;
};

//@ requires matrix.width <= blockDim.x;
//@ ensures \forall int i, j; 0 <= i && i < gridDim.x && 0 <= j && j < matrix.width ==> matrix.rows[i][j] == 2 * \old(matrix.rows[i][j]);
__global__ void doubled(Matrix matrix) {
    if (threadIdx.x < matrix.width) matrix.rows[blockIdx.x][threadIdx.x] *= 2.0f;
}
