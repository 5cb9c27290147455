// A round of connected components: the greater root of an edge's two gets the lesser one as its parent.
//% verdict: safe

//@ requires edges <= \length(a) && edges <= \length(b);
//@ requires \forall e. 0 <= e < edges -> 0 <= a[e] < \length(root) && 0 <= b[e] < \length(root);
//@ requires \forall v. 0 <= v < \length(root) -> 0 <= root[v] < \length(parent);
__global__ void hook(const int *a, const int *b, const int *root, int *parent, int edges) {
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += blockDim.x * gridDim.x) {
        int u = root[a[e]], v = root[b[e]];
        if (u != v)
            atomicMin(&parent[max(u, v)], min(u, v));
    }
}
