#!/usr/bin/env python3
"""Times the front end on generated files of 1,250 to 20,000 lines: preprocessing, parsing and lowering.

Usage: python3 benches/front_end.py [runs]     (after `cargo build --release`; 7 runs when not given)

All kernels are parsed, typed and lowered; only the first is looked at further. Shown is the least CPU time of the runs
(user and system), so that other work on the machine matters little, and the time for a line, which should not grow.
"""

import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / "target" / "release" / "gpuhoare"

HEAD = """\
// Generated: a header's worth of macros and helpers, then kernels with contracts, then host code.
#include <cstdio>
#define TILE 16
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define CHECK(call) do { if ((call) != 0) printf("%s failed\\n", #call); } while (0)
typedef unsigned int uint32;
template <typename T> __device__ T clamp(T x, T low, T high) { return x < low ? low : (x > high ? high : x); }
"""

# 25 lines: an annotated kernel with a loop and shared memory, and the host function that launches it.
PART = """\
//@ ghost int m{n};
//@ requires 0 <= m{n} && n == m{n} * blockDim.x * gridDim.x && \\length(a) == n;
//@ ensures \\forall j. 0 <= j < n -> c[j] == a[j] * s + {n};
__global__ void kernel{n}(const float *__restrict__ a, float *c, float s, int n) {{
    __shared__ float tile[TILE][TILE];
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    float most = 0.0f;
    tile[threadIdx.x % TILE][(threadIdx.x / TILE) % TILE] = i < n ? a[i] : 0.0f;
    __syncthreads();
    while (i < n) {{
        //@ invariant i == loop_count * blockDim.x * gridDim.x + blockDim.x * blockIdx.x + threadIdx.x;
        //@ invariant \\forall k. 0 <= k < blockDim.x * gridDim.x * loop_count -> c[k] == a[k] * s + {n};
        c[i] = a[i] * s + {n};
        most = clamp<float>(a[i], 0.0f, fmaxf(most, tile[0][0])); // remembered
        i += blockDim.x * gridDim.x;
    }}
    if (threadIdx.x == 0 && most > 1.0f) {{
        for (int k = 0; k < TILE; k++) tile[k][0] += (float)(k << 2);
    }}
}}
void launch{n}(const float *a, float *c, int n) {{
    dim3 block(256), grid(CEIL_DIV(n, 256));
    kernel{n}<<<grid, block>>>(a, c, 2.0f, n);
    CHECK(cudaDeviceSynchronize());
}}
"""


def text(lines):
    parts = []
    length = HEAD.count("\n")
    while length < lines:
        parts.append(PART.format(n=len(parts)))
        length += PART.count("\n")
    return HEAD + "".join(parts)


def cpu_seconds(path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([TOOL, "check", path, "--kernel", "kernel0"], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    print("| lines | CPU time | for a line |")
    print("| ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for lines in [1_250, 2_500, 5_000, 10_000, 20_000]:
            path = pathlib.Path(folder) / f"lines{lines}.cu"
            path.write_text(text(lines))
            best = min(cpu_seconds(path) for _ in range(runs))
            print(f"| {lines} | {best:.3f} s | {best / lines * 1e6:.0f} µs |")


if __name__ == "__main__":
    main()
