#include "rows.h"

int rounded(int w, int by) { return (w + by - 1) / by * by; }
