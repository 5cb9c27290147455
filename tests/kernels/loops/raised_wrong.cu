// The same with mistakes: a row that is too long, and what is raised by more than there is room for.
//% verdict: not-verified

//@ requires 0 < cols && rows <= blockDim.x * gridDim.x && rows * cols <= \length(in) && rows * cols <= \length(out) && rows <= \length(len);
//@ ensures \forall r. 0 <= r < rows -> len[r] == count(k, in[r * cols + k] > 0, 0, cols - 1);
__global__ void behindTheEnd(const int *in, int *out, int *len, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        int n = 0;
        for (int c = 0; c < cols; c++) {
            int v = in[r * cols + c];
            if (v > 0) n++;
            out[r * cols + n] = v; //~ error
        }
        len[r] = n;
    }
}

//@ requires 0 < cols && rows <= blockDim.x * gridDim.x && rows * cols <= \length(in) && rows * cols <= \length(out);
//@ ensures \true;
__global__ void byTwo(const int *in, int *out, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        int n = 0;
        for (int c = 0; c < cols; c++) {
            if (in[r * cols + c] > 0) {
                out[r * cols + n] = 1; //~ error
                n += 2;
            }
        }
    }
}

// A thread that leaves in the middle of an iteration has raised what it did not finish.
//@ requires 0 < n && n <= \length(in) && \length(out) == 1 && gridDim.x == 1 && blockDim.x == 1;
//@ ensures out[0] <= n - 1;
//~^ error: ensures
__global__ void left(const int *in, int *out, int n) {
    int seen = 0;
    for (int c = 0; c < n - 1; c++) {
        if (in[c] > 0) {
            seen += 2;
            break;
        }
    }
    out[0] = seen;
}

// What wraps around is lowered: in a loop of which that is wanted, and in a part of its body.
//@ requires 0 <= n <= \length(in) && \length(out) == 1 && gridDim.x == 1 && blockDim.x == 1;
//@ ensures out[0] == 0;
//~^ error: ensures
__global__ void wraps(const int *in, int *out, int n) {
    unsigned x = 4294967295u;
    int c = 0;
    //@ wraps;
    for (c = 0; c < n; c++)
        if (in[c] > 0) x = x + 1u;
    out[0] = x < 5u;
}

//@ requires 0 <= n <= \length(in) && \length(out) == 1 && gridDim.x == 1 && blockDim.x == 1;
//@ ensures out[0] == 0;
//~^ error: ensures
__global__ void wrapsInside(const int *in, int *out, int n) {
    unsigned x = 4294967295u;
    for (int c = 0; c < n; c++) {
        //@ wraps;
        if (in[c] > 0) x = x + 1u;
    }
    out[0] = x < 5u;
}

// What two places add, and what an inner loop adds.
//@ requires 0 <= n <= \length(in) && \length(out) == 1 && gridDim.x == 1 && blockDim.x == 1;
//@ ensures out[0] <= n;
//~^ error: ensures
__global__ void twoPlaces(const int *in, int *out, int n) {
    int x = 0;
    for (int c = 0; c < n; c++) {
        if (in[c] > 0) x++;
        if (in[c] > 1) x++;
    }
    out[0] = x;
}

//@ requires 0 <= n <= \length(in) && \length(out) == 1 && gridDim.x == 1 && blockDim.x == 1;
//@ ensures out[0] <= n;
//~^ error: ensures
__global__ void innerLoop(const int *in, int *out, int n) {
    int x = 0;
    for (int c = 0; c < n; c++) {
        for (int d = 0; d < in[c]; d++) x++;
    }
    out[0] = x;
}

// A copy of what it was before.
//@ requires 0 <= n <= \length(in) && \length(out) == 1 && gridDim.x == 1 && blockDim.x == 1;
//@ ensures out[0] >= 0;
//~^ error: ensures
__global__ void earlierCopy(const int *in, int *out, int n) {
    int x = 0, before = -5;
    for (int c = 0; c < n; c++) {
        int now = x;
        if (in[c] > 0) x = before + 1;
        before = now - 3;
    }
    out[0] = x;
}
