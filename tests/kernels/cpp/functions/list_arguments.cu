// Lists in braces as arguments of functions, member functions, constructors and base classes.
//% verdict: verified

struct Point {
    float x, y;
};

struct Box {
    Point low, high;
    __device__ Box(const Point &a, Point b) : low(a), high(b) {}
    __device__ Box(Point centre, float half) : low{centre.x - half, centre.y - half}, high{centre.x + half, centre.y + half} {}
    __device__ bool has(const Point &p) const { return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y; }
};

struct Labelled : Box {
    int label;
    __device__ Labelled(int label, float half) : Box{{0.f, 0.f}, half}, label{label} {}
};

struct Pair : Point {
    float z;
    __device__ Pair(float a) : Point{a, a + 1}, z(a) {}
};

__device__ float sum(Point p, float more = 1) { return p.x + p.y + more; }
__device__ Point moved(const Point &p, int steps) { return {p.x + steps, p.y}; }
template <typename T> __device__ T scaled(const Point &p, T by) { return by * p.x; }

//@ requires \length(out) == 8 && \length(in) == 2;
//@ ensures out[0] == in[0] + 2 && out[1] == in[0] + in[1] + 5 && out[2] == 4 && out[3] == 6;
//@ ensures out[4] == 1 && out[5] == 0 && out[6] == 1 && out[7] == 7;
__global__ void lists(float *out, const float *in) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    out[0] = sum({in[0], 1.f});
    out[1] = sum({in[0], in[1]}, 5);
    out[2] = moved({1, 2}, 3).x;
    out[3] = scaled<float>({2, 9}, 3);
    Box box({0, 0}, {2, 2}), wide{{5, 5}, 1.f};
    out[4] = box.has({1, 2}) && !box.has({3, 1});
    out[5] = wide.has({0, 0});
    Labelled small(3, 0.5f);
    out[6] = small.has({0.25f, -0.5f}) && small.label == 3;
    Pair pair(3);
    out[7] = pair.x + pair.y;
}
