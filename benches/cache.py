#!/usr/bin/env python3
"""What the proof cache saves: the examples, and many small kernels, a first and a second time.

Usage: python3 benches/cache.py [KERNELS [KILLS]]     (after `cargo build --release`; 1,000 kernels when not given)

The cache is one of its own, with the user's solvers. Shown are wall clock and CPU time of both runs, how many kernels of the second
were known, and whether the reports are equal but for times. With KILLS, a third run begins with an empty cache, is killed so often at
random moments (`kill -9`), and begun again each time: shown is what its last part still had to find, and all of its wall clock.
"""

import json
import os
import pathlib
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = os.environ.get("GPUHOARE", ROOT / "target" / "release" / "gpuhoare")
TIMES = {"seconds", "vc_seconds", "smt_seconds", "known_since"}
FORMS = [
    r"""//@ requires n <= \length(a) && n <= \length(b) && n <= blockDim.x * gridDim.x;
//@ ensures \forall j. 0 <= j < n -> b[j] == FACTOR * a[j] + NUMBER;
__global__ void affine(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = FACTOR * a[i] + NUMBER;
}
""",
    r"""//@ requires 0 <= n <= \length(a) && \length(out) == 1;
//@ ensures out[0] == NUMBER + sum(k, a[k] * FACTOR, 0, n - 1);
__global__ void weighted(const int *a, int *out, int n) {
    if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
    int s = NUMBER;
    for (int k = 0; k < n; k++) s += a[k] * FACTOR;
    out[0] = s;
}
""",
    r"""//@ requires n <= \length(x);
//@ ensures \forall j. 0 <= j < n -> x[j] == FACTOR * \old(x[j]) + NUMBER;
__global__ void inPlace(float *x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        x[i] = FACTOR * x[i] + NUMBER;
}
""",
]


def without_times(value):
    """A report without what two runs need not have in common."""
    if isinstance(value, dict):
        return {name: without_times(field) for name, field in value.items() if name not in TIMES}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def with_cache(cache):
    """The variables of a command that has that cache, or the user's own."""
    environment = {name: value for name, value in os.environ.items() if name != "GPUHOARE_NO_CACHE"}
    return environment if cache is None else environment | {"GPUHOARE_CACHE": str(cache)}


def run(*words, cache=None):
    """Wall clock, CPU time and standard output of a command, with that cache or the user's own."""
    environment = with_cache(cache)
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([TOOL, *map(str, words)], capture_output=True, text=True, cwd=ROOT, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - started, cpu, done.stdout


def own_cache(folder, name="cache"):
    """An empty cache in a folder, with the user's solvers."""
    users = pathlib.Path(os.environ.get("GPUHOARE_CACHE") or pathlib.Path.home() / ".cache" / "gpuhoare", "solvers")
    cache = pathlib.Path(folder, name)
    cache.mkdir()
    if users.exists():
        (cache / "solvers").symlink_to(users)
    return cache


def proved(folder, cache):
    """Wall clock, CPU time and report of a run."""
    wall, cpu, text = run("prove", folder, "-q", "--format", "json", cache=cache)
    return wall, cpu, json.loads(text)


def row(name, folder, cache):
    """Both runs."""
    first, second = proved(folder, cache), proved(folder, cache)
    shown(name, first, second)
    return first


def shown(name, first, second):
    """A row: what two runs took, what the second knew, and whether they say the same."""
    kernels = [kernel for file in second[2]["files"] for kernel in file["kernels"]]
    known = sum("known_since" in kernel for kernel in kernels)
    equal = without_times(first[2]) == without_times(second[2])
    print(f"| {name} | {first[0]:.1f} s ({first[1]:.1f} s) | {second[0]:.1f} s ({second[1]:.1f} s) "
          f"| {known} of {len(kernels)} | {'yes' if equal else 'NO'} |", flush=True)


def killed(folder, cache, first, kills):
    """A run that is killed at random moments, and begun again each time. What is kept never becomes less."""
    draw, started, kept = random.Random(kills), time.monotonic(), 0
    for _ in range(kills):
        words = [TOOL, "prove", folder, "-q", "--format", "json"]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT, env=with_cache(cache)) as child:
            time.sleep(draw.uniform(0, 1.8 * first[0] / (kills + 1)))
            child.kill()
        store = cache / "proofs.sqlite"
        now = sqlite3.connect(store).execute("SELECT count(*) FROM entries").fetchone()[0] if store.exists() else 0
        assert now >= kept, f"{kept} entries were kept, and {now} are left"
        kept = now
    last = proved(folder, cache)
    shown(f"killed {kills} times", (time.monotonic() - started, last[1], first[2]), last)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        cache, many = own_cache(folder), pathlib.Path(folder, "many")
        many.mkdir()
        for number in range(count):
            text = FORMS[number % 3].replace("NUMBER", str(number)).replace("FACTOR", str(2 + number % 7))
            (many / f"k{number}.cu").write_text(text)
        print("| | first run: wall clock (CPU) | second run | known | equal |\n| --- | --- | --- | --- | --- |")
        row("examples", ROOT / "examples", cache)
        first = row(f"{count} small kernels", many, cache)
        if len(sys.argv) > 2:
            killed(many, own_cache(folder, "killed"), first, int(sys.argv[2]))


if __name__ == "__main__":
    main()
