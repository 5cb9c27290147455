// Rows of a table are gathered by index, four numbers at once; a block for each row.
//% verdict: verified

//@ requires 0 <= width && gridDim.x <= \length(index);
//@ requires \forall r. 0 <= r < gridDim.x -> 0 <= index[r] && (index[r] + 1) * width <= \length(table);
//@ requires gridDim.x * width <= \length(out);
//@ ensures \forall r, j. 0 <= r < gridDim.x && 0 <= j < width -> out[r * width + j].x == table[index[r] * width + j].x;
__global__ void gather(const float4 *table, const int *index, float4 *out, int width) {
    int row = index[blockIdx.x];
    for (int j = threadIdx.x; j < width; j += blockDim.x)
        out[blockIdx.x * width + j] = table[row * width + j];
}
