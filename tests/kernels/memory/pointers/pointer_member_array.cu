// Pointers inside an array of structs.
//% verdict: safe

struct Batch {
    float *data;
    int n;
};

__global__ void scaleBatches(Batch *batches, float s) {
    Batch b = batches[blockIdx.x];
    if (threadIdx.x < b.n) b.data[threadIdx.x] *= s;
}
