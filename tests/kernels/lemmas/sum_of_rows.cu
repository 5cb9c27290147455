//% verdict: verified
// A sum of sums is one sum: `sum_flatten` of the standard library, which says by its trigger where it is used.

//@ requires 0 <= rows && 0 <= columns && gridDim.x == 1 && blockDim.x == 1;
//@ requires rows * columns <= \length(a) && 1 <= \length(out);
//@ requires \forall y. 0 <= y < rows -> partial[y] == sum(x, a[x + columns * y], 0, columns - 1);
//@ ensures out[0] == sum(k, a[k], 0, columns * rows - 1);
__global__ void total(const int *a, const int *partial, int *out, int rows, int columns) {
    int sum = 0;
    for (int y = 0; y < rows; y++) {
        //@ invariant 0 <= y <= rows && sum == sum(z, sum(x, a[x + columns * z], 0, columns - 1), 0, y - 1);
        sum += partial[y];
    }
    out[0] = sum;
}
