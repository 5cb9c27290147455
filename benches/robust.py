#!/usr/bin/env python3
"""Do verdicts depend on luck? Proves every example with 20 solver seeds, and with its variables renamed.

Usage: python3 benches/robust.py [seeds] [EXAMPLE.cu ...]     (after `cargo build --release`)

Printed is, for each example, in how many runs each of its tasks got the verdict that it gets by default. Seeds are given
by copies of the solvers' profiles in `specs/solvers`; renaming gives every variable of the file a new name.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / "target" / "release" / "gpuhoare"
# What is measured must happen.
os.environ["GPUHOARE_NO_CACHE"] = "1"
# Names that are not the file's own.
RESERVED = set(
    """if else for while do return break continue switch case default int unsigned signed char short long float double bool
    void const static inline extern struct typedef using template typename class sizeof true false volatile
    threadIdx blockIdx blockDim gridDim warpSize x y z min max abs fabsf fminf fmaxf sqrtf expf atomicAdd
    requires ensures invariant variant assert assume ghost writes reads loop_count forall exists sum prod count length old
    integer real thread block active is_pow2 pow log2
    min_over max_over fold operator identity barrier_invariant lemma logic predicate decreases trigger by induction""".split()
)


def verdicts(path, *options):
    """Verdict by task id."""
    command = [TOOL, "prove", "--format", "json", *options, path]
    output = subprocess.run(command, capture_output=True, text=True).stdout
    kernels = [kernel for file in json.loads(output)["files"] for kernel in file["kernels"]]
    return [task["verdict"] for kernel in kernels for task in kernel["tasks"]]


def with_seed(folder, seed):
    """Options that select both solvers with this seed."""
    options = []
    for name in ("z3", "cvc5"):
        text = (ROOT / "specs" / "solvers" / f"{name}.toml").read_text()
        profile = pathlib.Path(folder) / f"{name}-{seed}.toml"
        profile.write_text(text.replace("{seed}", str(seed)))
        options += ["--solver", profile]
    return options


def renamed(text, number):
    """The same program with other names for variables, kernels and parameters; preprocessor lines stay."""

    def rename(found):
        name = found.group(0)
        if name in RESERVED or name.startswith("__") or name.isupper():
            return name
        return f"v{number}_{name}"

    lines = []
    for line in text.splitlines():
        prose = line.lstrip().startswith("//") and not line.lstrip().startswith(("//@", "// requires", "// ensures", "// invariant"))
        if prose or line.lstrip().startswith("#"):
            lines.append(line)
        else:
            lines.append(re.sub(r"(?<![\\\w.])[A-Za-z_]\w*", rename, line))
    return "\n".join(lines) + "\n"


def main():
    arguments = sys.argv[1:]
    seeds = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 20
    files = [pathlib.Path(name) for name in arguments] or sorted(path for path in (ROOT / "examples").glob("*/*.cu") if path.parent.name != "wrong")
    if not TOOL.exists():
        sys.exit("build it first: cargo build --release")
    print("| example | tasks | seeds: same verdict | renamed: same verdict |")
    print("| --- | --- | --- | --- |")
    worst = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            expected = verdicts(path)
            same = [0] * len(expected)
            for seed in range(1, seeds + 1):
                found = verdicts(path, *with_seed(folder, seed))
                same = [count + (one == other) for count, one, other in zip(same, found, expected)]
            other = [0] * len(expected)
            renamings = 3
            for number in range(renamings):
                copy = pathlib.Path(folder) / f"{number}" / path.name
                copy.parent.mkdir(exist_ok=True)
                copy.write_text(renamed(path.read_text(), number))
                found = verdicts(copy)
                if len(found) != len(expected):
                    sys.exit(f"{path}: renamed, it has {len(found)} tasks in place of {len(expected)}")
                other = [count + (one == two) for count, one, two in zip(other, found, expected)]
            worst["seeds"] += sum(count < seeds for count in same)
            worst["renamed"] += sum(count < renamings for count in other)
            print(f"| {path.stem} | {len(expected)} | {min(same)} of {seeds} | {min(other)} of {renamings} |", flush=True)
    print(f"\ntasks that changed: {worst['seeds']} by seed, {worst['renamed']} by name")
    sys.exit(1 if any(worst.values()) else 0)


if __name__ == "__main__":
    main()
