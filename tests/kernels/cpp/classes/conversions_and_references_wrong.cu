// What copies and references that are mixed up would make true.
//% verdict: not-verified

struct Counter {
    int count;
    __device__ int next() { return ++count; }
};

struct Base {
    int x;
    __device__ int get() const { return x; }
};

struct Derived : Base {
    int y;
    __device__ int get() const { return x + 100; }
};

__device__ int before(const Base &base, Derived &derived) {
    derived.x = 9;
    return base.x;
}

__device__ Base &part(Derived &derived) { return derived; }

//@ requires \length(a) == 8;
//@ ensures a[0] == 2 || a[1] == 5 || a[2] == 9; //~ error: ensures
__global__ void conversions(int *a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Counter counter;
        counter.count = 1;
        Counter(counter).next();
        ((Counter)counter).next();
        static_cast<Counter>(counter).next();
        const Counter &copy = Counter(counter);
        a[0] = counter.count;
        counter.count = 5;
        a[1] = copy.count;
        Derived derived;
        derived.x = 4;
        a[2] = before(static_cast<Base>(derived), derived);
        derived.x = 4;
        a[3] = before(derived, derived);
        derived.x = 1;
        Base &base = derived;
        a[4] = base.get();
        Derived other;
        other.x = 3;
        other.y = 40;
        derived.y = 2;
        base = other;
        a[5] = derived.y;
        a[6] = part(derived).get();
        part(derived).x = 30;
        a[7] = derived.x;
    }
}

__device__ void bump(int *&p) { p++; }

template <class T>
__device__ void exchange(T &left, T &right) {
    T kept = left;
    left = right;
    right = kept;
}

__device__ void increment(int &x) { ++x; }

//@ requires \length(a) == 8 && \length(b) == 8;
//@ ensures a[0] == 7 || b[0] == 6;  //~ error: ensures
//@ ensures a[3] == 1 || a[3] == 2 || a[5] == 10; //~ error: ensures
__global__ void references(int *a, int *b, bool c) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int *p = a;
        bump(p);
        *p = 7;
        int *&q = p;
        ++q;
        *p = 8;
        int *left = a, *right = b;
        exchange(left, right);
        *left = 5;
        *right = 6;
        int x = 1, y = 2;
        const int &chosen = c ? x : y;
        x = 9;
        y = 9;
        a[3] = chosen;
        (c ? x : y) = 4;
        a[4] = c ? x : y;
        x = 10;
        y = 10;
        increment(c ? x : y);
        a[5] = c ? x : y;
        a[6] = y - 10 + x - 10 + 1;
    }
}
