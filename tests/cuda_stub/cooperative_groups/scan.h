// Stands in for the toolkit's header of this name.
#pragma once
#include "../cooperative_groups.h"
