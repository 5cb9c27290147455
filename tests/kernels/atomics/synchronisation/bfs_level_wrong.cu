// The distance is tested and stored plainly: two threads claim one vertex.
//% verdict: not-verified

__global__ void level(const int *row, const int *column, int *distance, const int *frontier, int size, int *next,
                      int *next_size, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size) {
        int u = frontier[i];
        for (int e = row[u]; e < row[u + 1]; e++) {
            int v = column[e];
            if (distance[v] == -1) { //~ error: race
                distance[v] = depth + 1; //~ error: race
                next[atomicAdd(next_size, 1)] = v;
            }
        }
    }
}
