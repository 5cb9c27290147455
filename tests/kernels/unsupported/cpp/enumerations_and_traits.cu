// An enumeration is a number here; to the traits of C++ it is neither an integer nor its integer's type.
//% verdict: unsupported

#include <type_traits>

enum Colour { RED, GREEN };
enum class Level : unsigned char { low };
template <class T> struct S { T x; };
template <class T> __device__ bool is_number(T) { return std::is_arithmetic<T>::value; }

__global__ void integral(int *o) { o[0] = std::is_integral<Colour>::value; }
__global__ void arithmetic(int *o) { o[0] = is_number(GREEN); }
__global__ void without_sign(int *o) { o[0] = std::is_unsigned<Level>::value; }
__global__ void same_as_integer(int *o) { o[0] = std::is_same<Colour, int>::value; }
__global__ void same_as_byte(int *o) { o[0] = std::is_same<Level, unsigned char>::value; }
__global__ void same_instances(int *o) { o[0] = std::is_same<S<Colour>, S<int>>::value; }
__global__ void same_pointers(int *o) { o[0] = std::is_same<Colour *, int *>::value; }
__global__ void of_function(int *o) {
    enum Local : bool { NO, YES };
    o[0] = std::is_integral<Local>::value;
}
