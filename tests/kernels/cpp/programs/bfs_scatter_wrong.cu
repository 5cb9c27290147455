// The scattering form: two nodes of the frontier may have one neighbour.
//% verdict: not-verified
#include <cuda_runtime.h>

struct Node {
    int starting;
    int no_of_edges;
};

//@ requires no_of_nodes == 2;
__global__ void Kernel(Node *g_graph_nodes, int *g_graph_edges, bool *g_graph_mask, int *g_cost, int no_of_nodes) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < no_of_nodes && g_graph_mask[tid]) {
        g_graph_mask[tid] = false;
        for (int i = g_graph_nodes[tid].starting; i < g_graph_nodes[tid].starting + g_graph_nodes[tid].no_of_edges; i++)
            g_cost[g_graph_edges[i]] = tid + 1; //~ error: race
    }
}
