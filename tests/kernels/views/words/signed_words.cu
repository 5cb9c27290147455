// Signed bytes as a signed word: the highest byte has the sign, the others have none.
//% verdict: verified

//@ requires 0 <= n <= blockDim.x * gridDim.x;
//@ requires 2 * n + 2 <= \length(bytes) && n <= \length(words);
//@ requires \forall j. 0 <= j < 2 * n + 2 -> bytes[j] == -1;
//@ ensures \forall j. 0 <= j < n -> words[j] == -1;
__global__ void signedShorts(const signed char *bytes, int *words, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) words[i] = *(const short *)(bytes + 2 * i + 2);
}
