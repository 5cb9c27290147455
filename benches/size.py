#!/usr/bin/env python3
"""How large the program is: the lines of `src` and `specs/headers` that are neither blank, comment nor test, by room.

Usage: python3 benches/size.py [REV]     (of the working tree; with a revision also of that one, and the difference)
"""

import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMENT = r"//[^\n]*|/\*.*?\*/"
RUST = re.compile(
    COMMENT + r"""|(?P<text>r(?P<hashes>\#*)".*?"(?P=hashes)|"(?:\\.|[^"\\])*"|'(?:\\(?:u\{\w+\}|x\w\w|.)|[^'\\\n])')""",
    re.DOTALL,
)
LIST = re.compile(r"^\#[^\n]*", re.MULTILINE)
OTHER = re.compile(COMMENT + r"""|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')""", re.DOTALL)
TEST = re.compile(r"#\[cfg\(test\)\]")


def files(revision):
    """Paths and texts: of the working tree, or of a revision."""
    folders = ["src", "specs/headers"]
    git = lambda *words: subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    if revision is None:
        for path in git("ls-files", "--cached", "--others", "--exclude-standard", *folders).splitlines():
            if (ROOT / path).is_file():
                yield path, (ROOT / path).read_text()
        return
    for path in git("ls-tree", "-r", "--name-only", revision, *folders).splitlines():
        yield path, git("show", f"{revision}:{path}")


def without_comments(path, text):
    """The text without comments; what stands in quotes is made harmless, line by line."""
    harmless = lambda match: re.sub(r"[^\n]+", "x", match[0]) if match.groupdict().get("text") else "\n" * match[0].count("\n")
    return {".rs": RUST, ".txt": LIST}.get(pathlib.Path(path).suffix, OTHER).sub(harmless, text)


def without_tests(code):
    """Rust code without the items that are for tests alone."""
    kept = ""
    while match := TEST.search(code):
        kept, code, depth = kept + code[: match.start()], code[match.end() :], 0
        for at, letter in enumerate(code):
            depth += (letter in "{([") - (letter in "})]")
            if depth == 0 and letter in "};":
                code = code[at + 1 :]
                break
        else:
            code = ""
    return kept + code


def room(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "specs" or len(parts) > 2 else f"src/{pathlib.Path(path).stem}"


def sizes(revision):
    """Lines of code of each room."""
    lines = collections.Counter()
    for path, text in files(revision):
        if path.startswith("src/") and re.search(r"/tests(/|\.rs$)", path):
            continue
        code = without_comments(path, text)
        code = without_tests(code) if path.endswith(".rs") else code
        lines[room(path)] += sum(bool(line.strip()) for line in code.splitlines())
    lines["total"] = lines.total()
    return lines


def main():
    now = sizes(None)
    before = sizes(sys.argv[1]) if len(sys.argv) > 1 else None
    rooms = sorted(now.keys() | (before or {}).keys(), key=lambda name: (name == "total", name))
    for name in rooms:
        row = f"{name:15} {now[name]:7,}"
        print(row if before is None else f"{row} {before[name]:7,} {now[name] - before[name]:+7,}")


if __name__ == "__main__":
    main()
