void put_gpu(int *a, short step);

int main() { put_gpu(nullptr, 1); }
