void put_gpu(int *a, int step);
#define CALL(what) what##_gpu

int main() { put_gpu(nullptr, 1); }
