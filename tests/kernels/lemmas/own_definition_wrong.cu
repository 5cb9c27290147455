//% verdict: refuted
//% verdict of triangle: verified
// The sum leaves out the last summand; a small launch shows it, since the definition is unfolded there.

//@ logic int triangle(int n) = n <= 0 ? 0 : n + triangle(n - 1) decreases n;

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> out[j] == triangle(j);
//~^ error: ensures
__global__ void triangles(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int total = 0;
        for (int k = 1; k < i; k++) {
            //@ invariant i < n -> 1 <= k && total == triangle(k - 1);
            total += k;
        }
        out[i] = total;
    }
}
