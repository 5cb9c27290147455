#!/usr/bin/env python3
"""How many kernels are verified with parts of the simplifier switched off: the table in `docs/simplifier.md`.

Usage: python3 benches/switches.py [FOLDER...]     (after `cargo build --release`; `examples` when none is given)

Each file is proved as it is, and then once for each switch: without passes, without the e-graphs' rules, without each of the
prescribed rules alone, and without simplification at all. Counted are the kernels that are verified or safe as they are. A task
has one second of a solver.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = os.environ.get("GPUHOARE", ROOT / "target" / "release" / "gpuhoare")
# What is measured must happen.
os.environ["GPUHOARE_NO_CACHE"] = "1"
SWITCHES = {
    "everything": [],
    "without assign-elimination": ["--disable-pass", "assign-elimination"],
    "without guarded-equality": ["--disable-pass", "guarded-equality"],
    "without quantifier-merging": ["--disable-pass", "quantifier-merging"],
    "without the closure of all facts (`rewrite`)": ["--disable-pass", "rewrite"],
    "without the rules of the e-graphs (`egg`)": ["--disable-pass", "egg"],
    "without simplification": ["--no-simplify"],
}


def verdicts(path, switch):
    """The verdicts of a file's kernels, by name, and how many of their tasks no solver saw."""
    header = re.findall(r"^//% options: (.*)$", path.read_text(errors="replace"), re.MULTILINE)
    options = [word for line in header for word in shlex.split(line)]
    command = [TOOL, "prove", "--offline", "--format", "json", "--timeout", "1", *options, *switch, path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True)
    if not done.stdout.strip():
        return {}, 0
    found, simplified = {}, 0
    for file in json.loads(done.stdout)["files"]:
        for kernel in file["kernels"]:
            found[kernel["name"]] = kernel["verdict"]
            simplified += sum(task.get("solver") == "simplifier" for task in kernel["tasks"])
    return found, simplified


def main():
    folders = sys.argv[1:] or ["examples"]
    files = sorted(path for folder in folders for path in (ROOT / folder).glob("**/*.cu") if "wrong" not in str(path))
    whole = {path: verdicts(path, []) for path in files}
    proved = {(path, name) for path, (found, _) in whole.items() for name, verdict in found.items()
              if verdict in ("verified", "safe")}
    files = sorted({path for path, _ in proved})
    print("| | kernels proved | tasks that no solver saw |\n| --- | --- | --- |")
    for name, switch in SWITCHES.items():
        found = {path: verdicts(path, switch) if switch else whole[path] for path in files}
        kept = sum(found[path][0].get(kernel) in ("verified", "safe") for path, kernel in proved)
        print(f"| {name} | {kept} of {len(proved)} | {sum(simplified for _, simplified in found.values())} |", flush=True)


if __name__ == "__main__":
    main()
