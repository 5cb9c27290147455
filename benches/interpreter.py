#!/usr/bin/env python3
"""Measures the concrete machine: statements a second, over all threads, with race and bounds checks on.

Usage: python3 benches/interpreter.py [runs]     (after `cargo build --release`; 5 runs when not given)

Each run is a fresh process of `gpuhoare run`, so the figures hold all of it: start, parsing, execution, the check of the
contract where there is one, and the report.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / "target" / "release" / "gpuhoare"

STRIDED = """
__global__ void add(const float *a, const float *b, float *c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) c[i] = a[i] + b[i];
}
"""

ARITHMETIC = """
__global__ void hash(int *a, int n) {
    int s = threadIdx.x;
    for (int i = 0; i < n; i++) s = (s * 31 + i) % 65521;
    a[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
"""

LAUNCH = ["--block", "256", "--grid", "256"]
ARRAYS = ["--arg", "a=random(65536)", "--arg", "b=random(65536)", "--arg", "c=random(65536)"]

MEASURED = [
    ("vector addition with its contract and invariants, 65,536 threads", ROOT / "tests" / "kernels" / "paper" / "vectorAdd.cu",
     [*LAUNCH, *ARRAYS, "--arg", "n=65536", "--ghost", "m=1"]),
    ("vector addition, 65,536 threads, 64 elements each", STRIDED, [*LAUNCH, "--arg", "n=4194304"]),
    ("arithmetic in a loop, 65,536 threads, 100 iterations", ARITHMETIC, [*LAUNCH, "--arg", "n=100"]),
]


def run(kernel, options):
    started = time.perf_counter()
    done = subprocess.run([TOOL, "run", kernel, "--format", "json", *options], capture_output=True, check=True)
    return time.perf_counter() - started, json.loads(done.stdout)["steps"]


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, kernel, options) in enumerate(MEASURED):
            if isinstance(kernel, str):
                path = pathlib.Path(folder) / f"k{number}.cu"
                path.write_text(kernel)
                kernel = path
            times, steps = zip(*(run(kernel, options) for _ in range(runs)))
            seconds = statistics.median(times)
            print(f"{name}: {seconds:.3f} s, {steps[0] / 1e6:.1f} M steps, {steps[0] / seconds / 1e6:.1f} M steps/s")


if __name__ == "__main__":
    main()
