// Comments that other tools read are none of ours.
//% verdict: verified

#include <cinttypes>
#include <cstdio>

/*@C
   Scale - doubles each element; requires nothing of anyone

   Collective
@*/
/// @brief Doubles each element.
//@ requires n == \length(a) && n <= blockDim.x * gridDim.x;
//@ ensures \forall int i; 0 <= i && i < n ==> a[i] == 2 * \old(a[i]);
__global__ void scale(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] *= 2;
        if (a[i] > 1000) printf("large: %" PRId32 "\n", a[i]);
    }
}
