// One round of relaxation over the edges of a graph: the least distance that an edge offers is kept.
//% verdict: safe

//@ requires edges <= \length(from) && edges <= \length(to) && edges <= \length(weight);
//@ requires \forall e. 0 <= e < edges -> 0 <= from[e] < \length(distance) && 0 <= to[e] < \length(next);
__global__ void relax(const int *from, const int *to, const int *weight, const int *distance, int *next, int edges) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < edges)
        atomicMin(&next[to[e]], distance[from[e]] + weight[e]);
}
