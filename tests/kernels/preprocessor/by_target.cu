// What <nv/target> chooses is not looked at; a feature of an architecture is one of `--arch` (PP-9).
//% verdict: unsupported
//% verdict of plain: safe
#include <nv/target>

#if __CUDA_ARCH_HAS_FEATURE__(SM90_ALL)
#error "not here"
#endif

__global__ void chosen(int *a) {
    NV_IF_TARGET(NV_PROVIDES_SM_80, (a[0] = 1;), (a[1] = 2;))
}

__global__ void raw(int *a) {
    const char *text = u8R"(a)";
    a[threadIdx.x] = 1;
}

//@ requires blockDim.x <= \length(a) && gridDim.x == 1;
__global__ void plain(int *a) {
    a[threadIdx.x] = 1;
}
