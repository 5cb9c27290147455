//% verdict: verified
// A lemma of the file, proved before the kernel and instantiated where its trigger's terms occur.

//@ logic int triangle(int n) = n <= 0 ? 0 : n + triangle(n - 1) decreases n;
//@ lemma triangle_closed(int n): 0 <= n -> 2 * triangle(n) == n * (n + 1) by induction on n; trigger triangle(n);

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(out);
//@ ensures \forall j. 0 <= j < n -> 2 * out[j] == j * (j + 1);
__global__ void triangles(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int total = 0;
        for (int k = 1; k <= i; k++) {
            //@ invariant i < n -> 1 <= k && total == triangle(k - 1);
            //@ invariant i < n && 0 <= i -> k <= i + 1;
            total += k;
        }
        out[i] = total;
    }
}
