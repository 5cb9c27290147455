// Gradients are added to rows of a table, and two rows may be one.
//% verdict: not-verified

//@ requires 0 <= width && gridDim.x <= \length(index);
//@ requires \forall r. 0 <= r < gridDim.x -> 0 <= index[r] && (index[r] + 1) * width <= \length(table);
//@ requires gridDim.x * width <= \length(gradient);
__global__ void scatter(float *table, const int *index, const float *gradient, int width) {
    int row = index[blockIdx.x];
    for (int j = threadIdx.x; j < width; j += blockDim.x)
        table[row * width + j] += gradient[blockIdx.x * width + j]; //~ error: race
}
