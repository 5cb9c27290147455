#!/usr/bin/env python3
"""Times `gpuhoare prove` on every example: median wall clock and peak memory of gpuhoare itself.

Usage: python3 benches/examples.py [runs [folder]]     (after `cargo build --release`; 11 runs when not given)

Without a folder, the examples that are right; `examples/wrong` times the wrong variants.

Each run is a fresh process with fresh solver processes, so the figures hold all of it: start, parsing, execution,
simplification, solvers. The memory is that of the gpuhoare process, without the solvers.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = pathlib.Path(os.environ.get("GPUHOARE", ROOT / "target" / "release" / "gpuhoare"))
# What is measured must happen.
os.environ["GPUHOARE_NO_CACHE"] = "1"


def peak_kib(process):
    """The largest resident set that the process has had, as /proc tells it."""
    try:
        for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0


def run(kernel):
    started = time.perf_counter()
    process = subprocess.Popen(
        [TOOL, "prove", "--format", "json", kernel], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    peak = [0]

    def watch():
        while process.poll() is None:
            peak[0] = max(peak[0], peak_kib(process))
            time.sleep(0.005)

    watcher = threading.Thread(target=watch)
    watcher.start()
    output = process.stdout.read()
    process.wait()
    seconds = time.perf_counter() - started
    watcher.join()
    verdicts = [kernel["verdict"] for file in json.loads(output)["files"] for kernel in file["kernels"]]
    return seconds, peak[0], ",".join(verdicts)


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    files = folder.glob("*.cu") if folder else (path for path in (ROOT / "examples").glob("*/*.cu") if path.parent.name != "wrong")
    print(f"{runs} runs each, {os.cpu_count()} cores")
    print(f"{'example':24} {'median s':>9} {'min s':>7} {'max s':>7} {'peak MiB':>9}  verdict")
    for kernel in sorted(files, key=lambda path: path.name):
        results = [run(kernel) for _ in range(runs)]
        seconds = [result[0] for result in results]
        peak = max(result[1] for result in results) / 1024
        print(
            f"{kernel.stem:24} {statistics.median(seconds):9.3f} {min(seconds):7.3f} {max(seconds):7.3f}"
            f" {peak:9.1f}  {results[0][2]}"
        )


if __name__ == "__main__":
    main()
