// A side file names kernels with their namespaces.
//
//% verdict: verified
//% options: --spec side_file_namespaces.spec

namespace a {
__global__ void k(int *o) { o[threadIdx.x] = 1; }
}
namespace b {
__global__ void k(int *o) { o[threadIdx.x] = 2; }
}
__global__ void k(int *o) { o[threadIdx.x] = 3; }
