#!/usr/bin/env python3
"""Amplifies the kernels of NVIDIA's CUDA samples, on the launches that they make.

Usage: python3 benches/amplify.py SAMPLES [SAMPLE ...]     (after `cargo build --release`)

SAMPLES is the folder of the package `nvidia-cuda-samples` (Debian, contrib) that holds `Samples` and `Common`. The launches are
those of `benches/samples.toml`, else those that the host's code fixes. Printed is a table of docs/amplify.md: for each kernel the
verdict, what was fixed, the statements of one run, and of each sample time and memory.

Without SAMPLES: how time and memory grow with threads and with accesses, for kernels that are written here.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / "target" / "release" / "gpuhoare"
# What is measured must happen.
os.environ["GPUHOARE_NO_CACHE"] = "1"

STENCIL = """
__global__ void stencil(const float *x, float *y, int n, int r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + r >= n) return;
    float s = 0;
    for (int k = 0; k < r; k++) s += x[i + k];
    y[i] = s;
}
"""


def measured(command):
    """The document that a command prints, its seconds and its greatest memory in megabytes."""
    started = time.monotonic()
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    return json.loads(output), time.monotonic() - started, usage.ru_maxrss / 1024


def toml(launch):
    """A launch as a file of launches has it."""
    args = ", ".join(f"{json.dumps(name)} = {json.dumps(value)}" for name, value in launch.get("args", {}).items())
    lines = [f'kernel = {json.dumps(launch["kernel"])}', f'block = {launch["block"]}', f'grid = {launch.get("grid", 1)}']
    return "\n".join(["[[launch]]", *lines, f"args = {{ {args} }}", ""])


def samples(root, names):
    """The table of the samples."""
    listed = tomllib.loads((ROOT / "benches" / "samples.toml").read_text())["sample"]
    launches = {sample["path"]: sample["launch"] for sample in listed}
    folders = sorted(path for path in (root / "Samples").glob("*/*") if path.is_dir())
    verdicts = collections.Counter()
    print("| sample | kernel | verdict | fixed | statements | seconds | MB |\n| --- | --- | --- | --- | --- | --- | --- |")
    for folder in folders:
        if names and folder.name not in names:
            continue
        options = ["--format", "json", "--limit", "60s", "-I", root / "Common", "--steps", 10**10]
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            own = launches.get(f"{folder.parent.name}/{folder.name}")
            if own:
                file.write("\n".join(map(toml, own)))
                file.flush()
                options += ["--launches", file.name]
            document, seconds, memory = measured([TOOL, "amplify", folder, *options])
        for kernel in (kernel for file in document["files"] for kernel in file["kernels"]):
            amplified = kernel.get("amplified", [])
            verdict = kernel["verdict"] if amplified or kernel["verdict"] == "unsupported" else "no launch"
            verdicts[verdict] += 1
            if verdict in ("no launch", "unsupported"):
                continue
            reason = next((launch["reason"] for launch in amplified if launch["reason"]), None)
            fixed = sorted({name for launch in amplified for name in launch["configuration"]["values"]})
            fixed += sorted({f"{name}[]" for launch in amplified for name in launch["configuration"]["contents"]})
            steps = max(launch["steps"] for launch in amplified)
            by_prover = any(launch["tasks"] for launch in amplified) and verdict == "race-free"
            said = f"{verdict} (prover)" if by_prover else verdict if not reason else f"{verdict}: {reason}"
            name = kernel["name"].replace("|", "\\|")
            print(f"| {folder.name} | {name} | {said} | {', '.join(fixed)} | {steps:,} | {seconds:.1f} | {memory:.0f} |")
    print("\n" + ", ".join(f"{verdict} {count}" for verdict, count in verdicts.most_common()))


def growth():
    """Time and memory by threads and by accesses."""
    print("| threads | reads a thread | accesses | seconds | MB |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "stencil.cu"
        path.write_text(STENCIL)
        for blocks, reads in [(2**10, 8), (2**12, 8), (2**14, 8), (2**16, 8), (2**12, 32), (2**12, 95)]:
            threads = blocks * 256
            launch = ["--block", 256, "--grid", blocks, "--steps", 10**10]
            size = threads + reads
            inputs = [f"n={size}", f"r={reads}", f"x=random({size})", f"y=random({size})"]
            arguments = [word for given in inputs for word in ("--arg", given)]
            command = [TOOL, "amplify", path, "--format", "json", *launch, *arguments]
            document, seconds, memory = measured(command)
            assert document["files"][0]["kernels"][0]["verdict"] == "race-free"
            print(f"| {threads:,} | {reads} | {threads * (reads + 1):,} | {seconds:.1f} | {memory:.0f} |")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        samples(pathlib.Path(sys.argv[1]), sys.argv[2:])
    else:
        growth()
