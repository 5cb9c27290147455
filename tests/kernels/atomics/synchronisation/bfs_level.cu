// One level of a breadth-first search: a vertex is claimed by compare and exchange, and gets a place of its own in the next frontier.
//% verdict: safe

__global__ void level(const int *row, const int *column, int *distance, const int *frontier, int size, int *next,
                      int *next_size, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size) {
        int u = frontier[i];
        for (int e = row[u]; e < row[u + 1]; e++) {
            int v = column[e];
            if (atomicCAS(&distance[v], -1, depth + 1) == -1)
                next[atomicAdd(next_size, 1)] = v;
        }
    }
}
