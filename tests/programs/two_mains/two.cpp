// The other program.
void scale_gpu(float *a, int n, int step);

int step = 2;
static void run(float *a) { scale_gpu(a, 50, step); }

int main() { run(nullptr); }
