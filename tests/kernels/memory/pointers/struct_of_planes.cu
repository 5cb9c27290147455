// A struct with an array of pointers, passed by value: each is an array of its own.
//% verdict: verified

struct Planes {
    float *data[3];
    int n;
};

//@ requires 0 <= planes.n <= blockDim.x * gridDim.x;
//@ requires planes.n <= \length(planes.data[0]) && planes.n <= \length(planes.data[1]) && planes.n <= \length(planes.data[2]);
//@ ensures \forall i. 0 <= i < planes.n -> planes.data[2][i] == \old(planes.data[0][i]) + \old(planes.data[1][i]);
__global__ void addPlanes(Planes planes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < planes.n) planes.data[2][i] = planes.data[0][i] + planes.data[1][i];
}
