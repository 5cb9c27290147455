int rounded(int w, int by = 16);
void print(int w, int h);
