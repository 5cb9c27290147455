#pragma once
#include "cuda_stub.h"
