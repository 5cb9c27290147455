// A reference to an array takes arrays of its own elements and extent, and no others.
//% verdict: verified

__device__ int of_eight(int (&a)[8]) { return 1; }
__device__ int of_eight(const int *a) { return 2; }

__device__ int of_floats(float (&a)[4]) { return 1; }
__device__ int of_floats(const int *a) { return 2; }

__device__ int of_any(int (&a)[8]) { return 1; }
__device__ int of_any(const void *a) { return 2; }

__device__ int template_by_pointer(float (&a)[4]) { return 1; }
template <class T> __device__ int template_by_pointer(T *a) { return 2; }

__device__ int by_extent(int (&a)[8]) { return 1; }
__device__ int by_extent(int (&a)[4]) { return 2; }

__device__ int by_element(float (&a)[4]) { return 1; }
__device__ int by_element(int (&a)[4]) { return 2; }

__device__ int by_row(int (&a)[2][3]) { return 1; }
__device__ int by_row(int (&a)[3][2]) { return 2; }

//@ requires \length(o) == 7 && blockDim.x == 1 && gridDim.x == 1;
//@ ensures \forall i. 0 <= i < 7 -> o[i] == 2;
__global__ void chosen(int *o) {
    int x[4] = {0, 0, 0, 0};
    int m[3][2] = {{0, 0}, {0, 0}, {0, 0}};
    o[0] = of_eight(x);
    o[1] = of_floats(x);
    o[2] = of_any(x);
    o[3] = template_by_pointer(x);
    o[4] = by_extent(x);
    o[5] = by_element(x);
    o[6] = by_row(m);
}
