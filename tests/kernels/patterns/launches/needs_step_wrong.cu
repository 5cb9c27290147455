// A vector with a step between its elements, as linear algebra libraries have it: the step 0 is nobody's intention.
//% races: racy
//% suggested: step != 0
__global__ void scaleStrided(float *x, int step, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i * step] *= by; //~ error: race
}
