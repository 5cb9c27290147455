// Types of classes as template arguments, also of functions that are given to template parameters (LOOKUP-22).
//% verdict: verified

template <typename T> using Reader = T (*)(const T *from, int at);

template <typename T> __device__ T plain(const T *from, int at) { return from[at]; }

struct Bytes {
    typedef unsigned char Element;
    typedef uchar2 Pair;

    template <Reader<Element> first, Reader<Pair> second>
    __device__ static void add(int *out[2], const Element *a, const Pair *b, int at) {
        out[0][at] = first(a, at);
        out[1][at] = second(b, at).x + second(b, at).y;
    }
};

//@ requires 0 <= n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(b);
//@ requires n <= \length(single) && n <= \length(both);
//@ ensures \forall i. 0 <= i < n -> single[i] == a[i] && both[i] == b[i].x + b[i].y;
__global__ void read(const unsigned char *a, const uchar2 *b, int *single, int *both, int n) {
    int *out[2] = {single, both};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) Bytes::add<plain<Bytes::Element>, plain<Bytes::Pair>>(out, a, b, i);
}
