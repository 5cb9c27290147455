// The counter moves on before the thread leaves, so what it compared is not what it has.
//% verdict: refuted

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall r. 0 <= r < n && 0 < limit -> length[r] == limit; //~ error
__global__ void counting(int *length, int n, int limit) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n || limit <= 0) return;
    int size = 0;
    while (true) {
        //@ invariant 0 <= size <= limit + 1 && (\active -> size <= limit);
        if (size == limit) {
            size++;
            break;
        }
        size++;
    }
    length[r] = size;
}
