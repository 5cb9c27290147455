// Our own text of the header (PP-16), which clang reads where the real one is not there.
#pragma once
#include "../../specs/headers/helper_math.h"
