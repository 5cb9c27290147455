void put_gpu(int *a, int step);
#define CALL(what) what##_gpu

void other() { CALL(put)(nullptr, 0); }
