// Stands in for the standard header: `assert` is in the stub.
#pragma once
