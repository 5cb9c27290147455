// A step of PageRank: every vertex gathers what its neighbours share out.
//% verdict: verified

//@ requires vertices < \length(starts) && vertices <= \length(next);
//@ requires \forall v. 0 <= v < vertices -> 0 <= starts[v] <= starts[v + 1];
//@ requires \forall v. 0 <= v <= vertices -> starts[v] <= \length(sources);
//@ requires \forall e. 0 <= e < \length(sources) -> 0 <= sources[e] < \length(share);
//@ requires vertices <= blockDim.x * gridDim.x;
//@ ensures \forall v. 0 <= v < vertices -> next[v] == base + damping * sum(e, share[sources[e]], starts[v], starts[v + 1] - 1);
__global__ void step(const int *starts, const int *sources, const float *share, float *next, float base, float damping,
                     int vertices) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < vertices) {
        float sum = 0.0f;
        for (int e = starts[v]; e < starts[v + 1]; e++)
            sum += share[sources[e]];
        next[v] = base + damping * sum;
    }
}
