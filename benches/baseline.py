#!/usr/bin/env python3
"""What gpuhoare makes of every kernel of `examples` and `tests/kernels`, to be compared where a change should change nothing.

Usage: python3 benches/baseline.py --save FOLDER     (after `cargo build --release`; `GPUHOARE` names another binary)
       python3 benches/baseline.py --time BINARY [PAIRS]

--save FOLDER   writes four texts for each file, so that `diff -r` of the folders of two revisions shows what changed: the kernel IR, where
                variables are called in the order in which they occur and declarations are sorted; the tasks as they are generated; what
                `prove` (or `races`, where the file speaks of races alone) says in JSON, without times and without what depends on which
                solver was first; and the verdicts
--time BINARY   compares the processor time with that of the binary of an earlier revision: of the front end over all these files, and
                of `prove` over the examples with its solvers; medians of alternating pairs (10 when not given)
"""

import concurrent.futures
import ctypes
import json
import os
import pathlib
import re
import resource
import shlex
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = os.environ.get("GPUHOARE", ROOT / "target" / "release" / "gpuhoare")
# What is measured must happen.
os.environ["GPUHOARE_NO_CACHE"] = "1"
# Times, and what hangs on them or on who answers first.
VOLATILE = {"version", "seconds", "vc_seconds", "smt_seconds", "solver", "rounds", "counterexample", "reason"}
DECLARED = re.compile(r"    (?:var|temp|param|ghost|bound|let|loop) ([^\s:;]+)")
WORD = re.compile(r"[A-Za-z_$][\w$.]*(?:[#!?]\w+)*")


def output(command, options, path):
    """What a command prints for a file, with the options of the file's header as far as the command takes them.

    It runs in the file's folder, as options may name files there; and what it prints then does not depend on the folder.
    """
    for given in [options, []]:
        words = [TOOL, *command, *given, path.name]
        done = subprocess.run(words, cwd=path.parent, capture_output=True, text=True)
        if "error: unexpected argument" not in done.stderr:
            break
    return done.stdout


def normalised(kernel):
    """A kernel's IR with its variables called by the order in which its text mentions them."""
    head, brace, body = kernel.partition("    body {")
    declared = set(DECLARED.findall(head))
    names = {}

    def renamed(match):
        word = match[0]
        if word not in declared:
            return word
        stem = word.split("#")[0]
        return names.setdefault(word, f"{stem}#{len(names)}")

    body = WORD.sub(renamed, body)
    return "\n".join(sorted(WORD.sub(renamed, head).splitlines())) + brace + body


def steady(value):
    if isinstance(value, dict):
        return {key: steady(inner) for key, inner in value.items() if key not in VOLATILE}
    return [steady(inner) for inner in value] if isinstance(value, list) else value


def forms(path):
    """The four forms of a file."""
    path = ROOT / path
    text = path.read_text(errors="replace")
    options = shlex.split(" ".join(re.findall(r"^//% options: (.*)", text, re.M)))
    command = "races" if "//% races" in text and "//% verdict" not in text else "prove"
    ir = output(["vcs", "--stage", "ir"], options, path)
    kernels = re.split(r"^(?=kernel )", ir, flags=re.M)
    proved = output([command, "--offline", "--format", "json"], options, path)
    report = json.loads(proved) if proved.strip() else {"files": []}
    verdicts = [
        f"{kernel['name']}: {kernel['verdict']}" for file in report["files"] for kernel in file["kernels"]
    ]
    return {
        "ir": "".join(map(normalised, kernels)),
        "tasks": output(["vcs", "--stage", "raw"], options, path),
        "json": json.dumps(steady(report), indent=1),
        "verdicts": "\n".join(verdicts) + "\n",
    }


def processor_time(binary, command):
    """Seconds of a command and of all that it starts, solvers that outlive it included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([binary, *command], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare_times(earlier, pairs):
    become_subreaper = 36
    ctypes.CDLL(None).prctl(become_subreaper, 1, 0, 0, 0)
    commands = {"front end": ["check", "examples", "tests/kernels"]}
    for path in sorted(path for path in (ROOT / "examples").glob("*/*.cu") if path.parent.name != "wrong"):
        commands[path.name] = ["prove", path]
    sums = [0, 0]
    for name, command in commands.items():
        times = [[processor_time(binary, command) for binary in [earlier, TOOL]] for _ in range(pairs)]
        before, now = map(statistics.median, zip(*times))
        print(f"{name:30} {before:7.3f} s {now:7.3f} s {now / before:6.3f}", flush=True)
        if name != "front end":
            sums = [sums[0] + before, sums[1] + now]
    print(f"{'examples':30} {sums[0]:7.3f} s {sums[1]:7.3f} s {sums[1] / sums[0]:6.3f}")


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--time"]:
        compare_times(arguments[1], int(arguments[2]) if len(arguments) > 2 else 10)
        return 0
    if arguments[:1] != ["--save"] or len(arguments) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(arguments[1])
    paths = [path for part in ["examples", "tests/kernels"] for path in sorted((ROOT / part).rglob("*.cu"))]
    paths = [str(path.relative_to(ROOT)) for path in paths]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, texts in zip(paths, pool.map(forms, paths)):
            for form, text in texts.items():
                place = folder / f"{path}.{form}"
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
