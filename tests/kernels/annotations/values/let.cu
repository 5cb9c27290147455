// A name for a value: of any sort, inside quantifiers, and never captured.
//% verdict: verified

//@ requires n <= \length(a) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> \let half = n / 2; \let far = j < half; a[j] == (far ? j : half);
__global__ void ramp(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i < n / 2 ? i : n / 2;
}

// The `j` of `m` is the one outside.
//@ ensures \forall j. \let m = j + 1; \exists j. j == m && j != m - 1;
//@ ensures \let x = n; \let y = x + 1; \let x = y * 2; x == 2 * n + 2;
//@ ensures (\let r = 0.5; r + r) == 1 && (\let b = n > 0; b || !b);
//@ ensures sum(k, \let s = k * k; s + s, 0, 3) == 28;
__global__ void names(int n) {}

// Arrays and objects, too.
struct Point { int x; int y; };
//@ requires \length(v) == 4 && \length(a) == 4 && \forall j. 0 <= j < 4 -> v[j].x == j && a[j] == j;
//@ ensures \let p = v[2]; \let c = a; p.x == c[2] && \old(c[3]) == 3;
__global__ void parts(const Point *v, const int *a) {}

//@ requires n <= \length(a) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> \let before = \old(a[j]); a[j] == before + before;
//@ ensures \forall j. \let k = j + n; 0 <= k - n < n -> a[j] == \old(a[k - n] + (\let b = a[k - n]; b));
__global__ void twice(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        //@ invariant \let done = loop_count * blockDim.x * gridDim.x; \forall j. 0 <= j < n && j < done -> a[j] == 2 * \old(a[j]);
        //@ invariant \let done = loop_count * blockDim.x * gridDim.x; \forall j. done <= j < n -> a[j] == \old(a[j]);
        a[i] *= 2;
        i += blockDim.x * gridDim.x;
    }
}
