#!/usr/bin/env python3
"""How task size and simplification time grow with the program: a table, the fitted exponents, and a plot as SVG.

Usage: python3 benches/scaling.py [runs] [--plot docs/scaling.svg]     (after `cargo build --release`; 3 runs when not given)

Three families of kernels, all parameters symbolic:

* writes: N guarded writes to shared memory, like the halo cells of a diffusion step, before the read;
* dimensions: an array with 1 to 6 nested index dimensions, all extents symbolic;
* arrays: 1 to 16 arrays that are copied element by element.

Shown are the sizes of all tasks together, as generated and simplified (nodes), and the time that making and simplifying
them took (median of the runs). An exponent of 1 is linear growth.
"""

import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / "target" / "release" / "gpuhoare"
# What is measured must happen.
os.environ["GPUHOARE_NO_CACHE"] = "1"


def writes(count):
    """N threads each write one more cell of shared memory, then every thread reads its own."""
    guarded = "\n".join(
        f"    if (t == {k}) s[blockDim.x + {k}] = in[i] + {k};" for k in range(count)
    )
    return f"""\
//@ requires blockDim.x >= {count} && \\length(s) == blockDim.x + {count};
//@ requires \\length(in) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x;
//@ ensures \\forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == 2 * in[j];
__global__ void writes(const int *in, int *out) {{
    extern __shared__ int s[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
{guarded}
    __syncthreads();
    out[i] = s[t] + in[i];
}}
"""


def dimensions(count):
    """One block; the thread's number is taken apart into coordinates and put together again."""
    extents = [f"d{k}" for k in range(1, count)]
    parameters = "".join(f", int {extent}" for extent in extents)
    positive = "".join(f" && 1 <= {extent}" for extent in extents)
    lines, index, rest = [], "", "t"
    for k, extent in enumerate(extents):
        lines.append(f"    int x{k} = {rest} % {extent};")
        lines.append(f"    int r{k} = {rest} / {extent};")
        rest = f"r{k}"
    index = rest
    for k in reversed(range(len(extents))):
        index = f"({index}) * {extents[k]} + x{k}"
    body = "\n".join(lines)
    return f"""\
//@ requires \\length(in) == blockDim.x * gridDim.x && \\length(out) == blockDim.x * gridDim.x{positive};
//@ ensures \\forall j. 0 <= j < blockDim.x * gridDim.x -> out[j] == in[j] + 1;
__global__ void dimensions(const int *in, int *out{parameters}) {{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
{body}
    out[{index}] = in[{index}] + 1;
}}
"""


def arrays(count):
    """A map over N arrays, one element for each thread."""
    parameters = ", ".join(f"const int *a{k}, int *b{k}" for k in range(count))
    lengths = " && ".join(f"n <= \\length(a{k}) && n <= \\length(b{k})" for k in range(count))
    goals = " && ".join(f"b{k}[j] == a{k}[j] + {k}" for k in range(count))
    body = "\n".join(f"        b{k}[i] = a{k}[i] + {k};" for k in range(count))
    return f"""\
//@ requires {lengths} && n <= blockDim.x * gridDim.x;
//@ ensures \\forall j. 0 <= j < n -> {goals};
__global__ void arrays({parameters}, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {{
{body}
    }}
}}
"""


FAMILIES = [
    ("guarded writes", writes, [2, 4, 8, 16, 32, 64]),
    ("index dimensions", dimensions, [1, 2, 3, 4, 5, 6]),
    ("arrays", arrays, [1, 2, 4, 8, 16]),
]


def measure(text, runs):
    """Verdict, size as generated, size simplified, seconds."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "kernel.cu"
        path.write_text(text)
        command = [TOOL, "prove", "--jobs", "1", "--format", "json", path]
        kernels = []
        for _ in range(runs):
            output = subprocess.run(command, capture_output=True, text=True).stdout
            kernels.append(json.loads(output)["files"][0]["kernels"][0])
    seconds = statistics.median(kernel["vc_seconds"] for kernel in kernels)
    return kernels[0]["verdict"], kernels[0]["vc_size_raw"], kernels[0]["vc_size"], seconds


def exponent(points):
    """The slope of the line through the logarithms (least squares)."""
    points = [(math.log(x), math.log(max(y, 1e-9))) for x, y in points]
    mean_x, mean_y = (statistics.mean(axis) for axis in zip(*points))
    above = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return above / sum((x - mean_x) ** 2 for x, _ in points)


def plot(path, curves):
    """Curves of seconds over the parameter, both axes logarithmic, as SVG."""
    width, height, margin = 640, 400, 60
    xs = [x for _, points in curves for x, _ in points]
    ys = [y for _, points in curves for _, y in points]
    low_x, high_x = math.log(min(xs)), math.log(max(xs))
    low_y, high_y = math.log(min(ys)), math.log(max(ys))

    def place(x, y):
        across = (math.log(x) - low_x) / (high_x - low_x or 1)
        up = (math.log(y) - low_y) / (high_y - low_y or 1)
        return margin + across * (width - 2 * margin), height - margin - up * (height - 2 * margin)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for x in sorted(set(xs)):
        at, _ = place(x, min(ys))
        parts.append(f'<text x="{at:.0f}" y="{height - margin + 18}" text-anchor="middle">{x}</text>')
    for y in (min(ys), math.sqrt(min(ys) * max(ys)), max(ys)):
        _, at = place(min(xs), y)
        parts.append(f'<text x="{margin - 8}" y="{at + 4:.0f}" text-anchor="end">{y:.3f} s</text>')
    for number, (name, points) in enumerate(curves):
        colour = ["#1f77b4", "#d62728", "#2ca02c"][number % 3]
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b in (place(x, y) for x, y in points))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in (place(x, y) for x, y in points)]
        parts.append(f'<text x="{margin + 10}" y="{margin / 2 + 16 * number:.0f}" fill="{colour}">{name}</text>')
    parts.append("</svg>")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(parts) + "\n")


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
    curves = []
    print("| family | N | verdict | size as generated | size simplified | making and simplifying |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, make, counts in FAMILIES:
        rows = [(count, *measure(make(count), runs)) for count in counts]
        for count, verdict, raw, small, seconds in rows:
            print(f"| {name} | {count} | {verdict} | {raw} | {small} | {seconds:.3f} s |", flush=True)
        raw = exponent([(row[0], row[2]) for row in rows])
        time = exponent([(row[0], row[4]) for row in rows])
        print(f"| {name} | exponent | | {raw:.2f} | | {time:.2f} |", flush=True)
        curves.append((f"{name} (exponent {time:.2f})", [(row[0], row[4]) for row in rows]))
    if target:
        plot(target, curves)
        print(f"\nplot: {target}")


if __name__ == "__main__":
    main()
