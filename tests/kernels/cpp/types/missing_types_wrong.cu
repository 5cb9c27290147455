// The template is left out where its argument has no such type: the function beside it is called.
//% verdict: not-verified

template <class T, class = typename T::type> __device__ int named(T) { return 1; }
__device__ int named(long) { return 2; }

//@ requires gridDim.x == 1 && blockDim.x == 1 && \length(o) >= 1;
//@ ensures o[0] == 1; //~ error: ensures
__global__ void chosen(int *o) { o[0] = named(3); }
