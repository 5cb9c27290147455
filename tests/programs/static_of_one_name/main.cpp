static void put_gpu(int *a, int step) { a[step] = 1; }

int main() { put_gpu(nullptr, 1); }
