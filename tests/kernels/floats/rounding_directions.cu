// Arithmetic and conversions that say how they round (VALUE-31): in the reals the same, but for what becomes an integer.
//% verdict: verified

//@ requires n <= blockDim.x * gridDim.x && n <= \length(a) && n <= \length(low) && n <= \length(high) && n <= \length(cell) && n <= \length(wide);
//@ requires \forall i. 0 <= i < n -> -1000000 <= a[i] <= 1000000;
//@ ensures \forall i. 0 <= i < n -> low[i] == a[i] * a[i] + 1.0 && high[i] == low[i];
//@ ensures \forall i. 0 <= i < n -> cell[i] <= a[i] && a[i] < cell[i] + 1;
//@ ensures \forall i. 0 <= i < n -> wide[i] == i;
__global__ void interval(const float *a, float *low, float *high, int *cell, double *wide, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    low[i] = __fmaf_rd(a[i], a[i], 1.0f);
    high[i] = __fadd_ru(__fmul_ru(a[i], a[i]), 1.0f);
    cell[i] = __float2int_rd(a[i]);
    wide[i] = __ll2double_rn(i);
}

//@ requires -1000000 <= x <= 1000000;
//@ ensures out[0] == norm3d(x, y, z);
//@ ensures whole[0] <= x + 1.0 && whole[1] <= x;
__global__ void lengths(float *out, long long *whole, float x, float y, float z) {
    if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
    out[0] = norm3df(x, y, z);
    whole[0] = __float2ll_ru(x);
    whole[1] = __float2ll_rd(x);
    whole[2] = llrintf(x);
    whole[3] = lroundf(y);
    whole[4] = ilogbf(z);
}
