//% verdict: verified
// `sum_swap` of the standard library: rows first or columns first.

//@ requires gridDim.x == 1 && blockDim.x == 1 && 0 <= rows && 0 <= columns <= 64;
//@ requires \length(weights) == columns && 1 <= \length(out);
//@ requires \forall x. 0 <= x < columns -> weights[x] == sum(y, m[y][x], 0, rows - 1);
//@ ensures out[0] == sum(y, sum(x, m[y][x], 0, columns - 1), 0, rows - 1);
__global__ void total(const int (*m)[64], const int *weights, int *out, int rows, int columns) {
    int sum = 0;
    for (int x = 0; x < columns; x++) {
        //@ invariant 0 <= x <= columns && sum == sum(c, sum(y, m[y][c], 0, rows - 1), 0, x - 1);
        sum += weights[x];
    }
    out[0] = sum;
}
