extern int pitch;
extern "C" void fill_gpu(float *a, int n, int step);
void rows_gpu(float *a, int w, int h);
