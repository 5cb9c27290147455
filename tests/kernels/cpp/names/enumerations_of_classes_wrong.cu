// What reading the enumerations of file level would make true.
//% verdict: refuted

enum class Kind { None = 13, Some };

struct Queue {
    enum Order { First, Last = 5 };
    enum class Kind { None = 3, Some, Next = Some + 3 };
    __device__ int some() const { return (int)Kind::Some; }
};

template <typename T>
struct Cell {
    enum { bytes = sizeof(T) };
    enum class Kind { None = 7, Some = sizeof(T) + 1 };
    __device__ int some() const { return (int)Kind::Some; }
};

//@ requires \length(a) == 8;
//@ ensures a[0] == 14 && a[1] == 14 && a[2] == 5 && a[3] == 14 && a[4] == 21; //~ error: ensures
//@ ensures a[5] == 3 && a[6] == 7 && a[7] == 7;
__global__ void kinds(int *a) {
    enum class Kind { Some = 21, None };
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Queue queue;
        Cell<double> cell;
        a[0] = queue.some();
        a[1] = (int)::Kind::Some;
        a[2] = Queue::Order::Last;
        a[3] = cell.some();
        a[4] = (int)Kind::Some;
        a[5] = (int)Queue::Kind::None;
        a[6] = (int)Cell<double>::Kind::None;
        a[7] = (int)Queue::Kind::Next;
    }
}
