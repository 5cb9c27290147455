// One level of a breadth-first search without atomics: every thread owns a node and looks at its neighbours.
//% verdict: safe
#include <cuda_runtime.h>

// Structure to hold a node information
struct Node {
    int starting;
    int no_of_edges;
};

__global__ void gather(const Node *g_graph_nodes, const int *g_graph_edges, const bool *g_mask, bool *g_updating,
                       const int *g_cost, int *g_new_cost, int no_of_nodes) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < no_of_nodes) {
        int best = g_cost[tid];
        bool found = false;
        for (int i = g_graph_nodes[tid].starting; i < (g_graph_nodes[tid].no_of_edges + g_graph_nodes[tid].starting);
             i++) {
            int id = g_graph_edges[i];
            if (g_mask[id] && (best < 0 || g_cost[id] + 1 < best)) {
                best = g_cost[id] + 1;
                found = true;
            }
        }
        g_new_cost[tid] = best;
        g_updating[tid] = found;
    }
}
