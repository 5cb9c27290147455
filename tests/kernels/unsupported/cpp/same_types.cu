// Types that are one here and that C++ tells apart, and types that are made of such.
//% verdict: unsupported

#include <type_traits>

template <class T> struct S { T x; };

__global__ void doubles(int *o) { o[0] = std::is_same<double, long double>::value; }
__global__ void pointers(int *o) { o[0] = std::is_same<long *, long long *>::value; }
__global__ void instances(int *o) { o[0] = std::is_same<S<long>, S<long long>>::value; }
__global__ void characters(int *o) { o[0] = std::is_same_v<wchar_t, int>; }
