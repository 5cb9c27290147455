// The second kernel of the search: everybody looks at their own node.
//% races: race-free
//% options: --allow-same-value

__global__ void update(int *frontier, int *next, int *visited, int *again, int nodes) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < nodes && next[v] == 1) {
        frontier[v] = 1;
        visited[v] = 1;
        next[v] = 0;
        again[0] = 1;
    }
}
