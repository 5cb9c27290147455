void scale_gpu(float *a, int n, int step);

int step = 1;
static void run(float *a) { scale_gpu(a, 100, step); }

int main() { run(nullptr); }
