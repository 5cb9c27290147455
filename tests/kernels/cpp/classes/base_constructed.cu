// A base class that the list of a constructor does not name is constructed nevertheless; a copy constructor that copies.
//% verdict: verified

struct Counter {
    int count;
    int step = 2;
    __device__ Counter() : count(3) {}
    __device__ Counter(const Counter &other) : count(other.count), step(other.step) {}
    __device__ int next() { return count += step; }
};

struct Named : Counter {
    int name;
    __device__ Named(int n) : name(n) {}
};

//@ requires gridDim.x == 1 && \length(out) >= blockDim.x;
//@ ensures \forall i. 0 <= i < blockDim.x -> out[i] == 5 + 7 + i + 5;
__global__ void count(int *out) {
    Named named(threadIdx.x);
    Counter plain;
    Counter other = plain;
    int first = named.next();
    int second = named.next();
    out[threadIdx.x] = first + second + named.name + other.next();
}
