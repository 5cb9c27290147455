// What is not modelled of pointers in memory.
//% verdict: unsupported

struct Tree {
    float *x;
};

struct Node {
    Node *next;
    int value;
};

__global__ void member(Tree *tree, float *x) { tree->x = x; }

__global__ void element(float **rows, float *x) { rows[threadIdx.x] = x; }

__global__ void tested(float **rows) {
    if (rows[threadIdx.x]) rows[threadIdx.x][0] = 1.0f;
}

__global__ void compared(float **rows) {
    if (rows[0] == rows[1]) rows[threadIdx.x][0] = 1.0f;
}

__global__ void viewed(double **rows) {
    float *mine = (float *)rows[threadIdx.x];
    mine[0] = 1.0f;
}

__global__ void followed(Node *node) { node[threadIdx.x].next->value = 1; }
