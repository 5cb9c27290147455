#pragma once
namespace std {
template <bool, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool condition, class T = void> using enable_if_t = typename enable_if<condition, T>::type;
template <class T> struct is_arithmetic { static constexpr bool value = __is_arithmetic(T); };
}
// The text that stands for GLM, which is checked with the kernels that use it.
#include "../../../specs/headers/glm.hpp"
