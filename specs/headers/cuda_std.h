// CUDA's own texts of C++'s headers declare in `cuda::std` what those declare in `std` (LIB-12): read in their place where they are not found.
// What those say of arguments holds here, too.
#ifndef GPUHOARE_CUDA_STD
#define GPUHOARE_CUDA_STD

#include <array>
#include <complex>
#include <cstddef>
#include <span>
#include <utility>

namespace cuda {
namespace std {
using namespace ::std;
}
} // namespace cuda

#endif
