void put_gpu(int *a, int step);
#define PUT(a, step) put_gpu(a, step)
