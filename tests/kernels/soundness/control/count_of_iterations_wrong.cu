// The count of the inner loop is not the count of the outer one.
//% verdict: unknown

//@ requires gridDim.x == 1 && 0 <= n;
__global__ void counts(int *out, int n) {
    int total = 0;
    for (int a = 0; a < n; a++) {
        //@ invariant a == loop_count && a <= n;
        for (int b = 0; b < 5; b++) {
            //@ invariant b == loop_count && b <= 5;
            //@ invariant a == loop_count;
            //~^ error
            total++;
        }
    }
    out[threadIdx.x] = total;
}
