// Thrust's pairs and complex numbers are those of C++ (LIB-12): read in place of its headers where they are not found.
// What C++'s texts say of arguments holds here, too.
#ifndef GPUHOARE_THRUST
#define GPUHOARE_THRUST

#include <complex>
#include <utility>

namespace thrust {
using std::abs;
using std::arg;
using std::complex;
using std::conj;
using std::exp;
using std::log;
using std::make_pair;
using std::norm;
using std::pair;
using std::polar;
using std::sqrt;
} // namespace thrust

#endif
