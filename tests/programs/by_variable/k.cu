// A variable is set to a kernel where the program never comes: that kernel is not launched.
//% fine: race-free as-launched
//% bad: unknown as-launched
__global__ void fine(int *a) { a[threadIdx.x] = 1; }
__global__ void bad(int *a) { a[0] = threadIdx.x; }
int *a;
int main() {
    void (*f)(int *) = fine;
    if (false) {
        f = bad;
    }
    f<<<1, 64>>>(a);
}
