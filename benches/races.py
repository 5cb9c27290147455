#!/usr/bin/env python3
"""How `gpuhoare races` grows: wall clock and CPU time of the whole process, the fitted exponents, and a plot as SVG.

Usage: python3 benches/races.py [runs] [--plot docs/races.svg]     (after `cargo build --release`; 3 runs when not given)

The exponents and the plot are those of CPU time, which depends little on what
else the machine does.

Three families, launch and sizes symbolic, no annotations:

* accesses: N reads and writes of one global array, each thread in a row of N cells of its own; pairs grow with the square of N;
* kernels: a folder of N kernels, those of tests/kernels/patterns in turn, which race, diverge, or do neither;
* barriers: N steps of a neighbour exchange in shared memory, two barriers in each.
"""

import ctypes
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from scaling import ROOT, TOOL, exponent, plot


def accesses(folder, count):
    lines = "\n".join(f"    a[row + {k}] = {'a[row + %d] + ' % (k // 2) if k % 2 else ''}{k};" for k in range(count))
    folder.joinpath("accesses.cu").write_text(
        f"__global__ void accesses(int *a) {{\n    int row = (blockIdx.x * blockDim.x + threadIdx.x) * {count};\n{lines}\n}}\n"
    )


def kernels(folder, count):
    patterns = sorted(ROOT.glob("tests/kernels/patterns/*/*.cu"), key=lambda path: path.name)
    # Those with options of their own need another command line.
    texts = [text for text in (path.read_text() for path in patterns) if "//% options" not in text]
    for k in range(count):
        folder.joinpath(f"kernel{k:03}.cu").write_text(texts[k % len(texts)])


def barriers(folder, count):
    steps = "\n".join(
        f"    left = t >= {k + 1} ? s[t - {k + 1}] : 0;\n    __syncthreads();\n    s[t] += left;\n    __syncthreads();"
        for k in range(count)
    )
    folder.joinpath("barriers.cu").write_text(
        "__global__ void barriers(int *a) {\n    extern __shared__ int s[];\n    int t = threadIdx.x, left;\n"
        f"    s[t] = t;\n    __syncthreads();\n{steps}\n    a[blockIdx.x * blockDim.x + t] = s[t];\n}}\n"
    )


FAMILIES = [
    ("accesses", accesses, [5, 10, 20, 50, 100]),
    ("kernels", kernels, [10, 25, 50, 100, 200]),
    ("barriers", barriers, [2, 4, 8, 16, 32]),
]


def measure(make, count, runs):
    """What the summary says, seconds of wall clock, seconds of CPU time."""
    with tempfile.TemporaryDirectory() as folder:
        make(pathlib.Path(folder), count)
        walls, works = [], []
        for _ in range(runs):
            started, before = time.perf_counter(), cpu()
            output = subprocess.run([TOOL, "races", folder], capture_output=True, text=True).stdout
            walls.append(time.perf_counter() - started)
            works.append(cpu() - before)
    summary = next(line for line in output.splitlines() if line.startswith("summary: "))
    return summary.removeprefix("summary: ").rsplit(" (", 1)[0], statistics.median(walls), statistics.median(works)


def adopt():
    """Makes this process the parent of solvers whose own parent has ended, so that their time counts (Linux alone)."""
    PR_SET_CHILD_SUBREAPER = 36
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def cpu():
    """CPU seconds of all processes that have been started so far, when they have ended."""
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    arguments = sys.argv[1:]
    target = None
    if "--plot" in arguments:
        at = arguments.index("--plot")
        target = pathlib.Path(arguments[at + 1])
        del arguments[at : at + 2]
    runs = int(arguments[0]) if arguments else 3
    if not TOOL.exists():
        sys.exit("build it first: cargo build --release")
    adopt()
    curves = []
    print("| family | N | result | wall clock | CPU time |")
    print("| --- | --- | --- | --- | --- |")
    for name, make, counts in FAMILIES:
        points = []
        for count in counts:
            summary, wall, work = measure(make, count, runs)
            points.append((count, work))
            print(f"| {name} | {count} | {summary} | {wall:.2f} s | {work:.2f} s |", flush=True)
        print(f"| {name} | exponent | | | {exponent(points):.2f} |", flush=True)
        curves.append((f"{name} (exponent {exponent(points):.2f})", points))
    if target:
        plot(target, curves)
        print(f"\nplot: {target}")


if __name__ == "__main__":
    main()
