// Neighbours of the frontier are marked by whoever comes.
//% races: racy

__global__ void expand(const int *first, const int *edges, int *frontier, int *next, int *cost, int nodes) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < nodes && frontier[v] == 1) {
        frontier[v] = 0;
        for (int e = first[v]; e < first[v + 1]; e++) {
            int u = edges[e];
            if (cost[u] < 0) { //~ error: race
                cost[u] = cost[v] + 1; //~ error: race
                next[u] = 1; //~ error: race
            }
        }
    }
}
