// The file's launches pass one array for two parameters of which one is written: that these do not alias is false there.
//% verdict: unsupported
//% verdict of added: verified

__global__ void blurred(const float *src, float *dst, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) dst[i] = (src[i - 1] + src[i] + src[i + 1]) / 3.0f;
}

__global__ void shifted(float *dst, const float *src, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) dst[i] = src[i];
}

// What is only read may be one array.
//@ requires n <= \length(x) && n <= \length(y) && n <= \length(out);
//@ ensures \forall j. 0 <= j < n && j < blockDim.x * gridDim.x -> out[j] == x[j] + y[j];
__global__ void added(const float *x, const float *y, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = x[i] + y[i];
}

int main() {
    float *d, *out;
    int n = 1024;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    blurred<<<4, 256>>>(d, d, n);
    float *e = d;
    shifted<<<4, 256>>>(e, &d[1], n - 1);
    added<<<4, 256>>>(d, d, out, n);
}
