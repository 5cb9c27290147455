// Distances are read and lowered in place, without an atomic operation.
//% verdict: not-verified

//@ requires edges <= \length(from) && edges <= \length(to) && edges <= \length(weight);
//@ requires \forall e. 0 <= e < edges -> 0 <= from[e] < \length(distance) && 0 <= to[e] < \length(distance);
__global__ void relax(const int *from, const int *to, const int *weight, int *distance, int edges) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < edges) {
        int offered = distance[from[e]] + weight[e]; //~ error: race
        if (offered < distance[to[e]]) //~ error: race
            distance[to[e]] = offered; //~ error: race
    }
}
