"""Whether two reports say the same, but for times and for what depends on which solver was first.

Usage: python3 tests/engines/same.py ONE.json OTHER.json
"""

import json
import sys
from pathlib import Path

TIMES = {"seconds", "vc_seconds", "smt_seconds", "known_since", "solver", "rounds"}


def without_times(value):
    """A report without what two runs need not have in common."""
    if isinstance(value, dict):
        return {name: without_times(field) for name, field in value.items() if name not in TIMES}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def same(one, other):
    """Says how two reports compare, and whether they are the same."""
    kernels = [kernel for file in one["files"] for kernel in file["kernels"]]
    equal = bool(kernels) and without_times(one) == without_times(other)
    print(f"{len(kernels)} kernels, the reports are {'the same' if equal else 'NOT THE SAME'}")
    return equal


if __name__ == "__main__":
    sys.exit(not same(*(json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:])))
