// `[*this]` captures a copy of the object, made with the lambda expression.
//% verdict: unsupported

struct Counter {
    int v;
    __device__ int kept() {
        auto look = [*this] { return v; };
        v = 50;
        return look();
    }
    __device__ int kept_with_all(int n) {
        auto look = [=, *this] { return v + n; };
        v = 60;
        return look();
    }
};

__global__ void named(int *o) {
    Counter counter{3};
    o[threadIdx.x] = counter.kept();
}

__global__ void with_all(int *o) {
    Counter counter{3};
    o[threadIdx.x] = counter.kept_with_all(1);
}
