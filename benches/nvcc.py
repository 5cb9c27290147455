#!/usr/bin/env python3
"""Compares a real machine with the concrete one: compiles kernels with a generated host program, runs random launches that meet
the contracts, and holds the arrays against those of `gpuhoare run`, bit for bit.

Usage: python3 benches/nvcc.py [--launches N] [--seed N] [--emulate] [FILE...]     (after `cargo build --release`)

The files are those of `examples/` when none is given. Where nvcc or a GPU is missing it says `skipped` and nothing else. A kernel that the
host program cannot launch (parameters that are no numbers, variables of the file) is listed with the reason. A launch is left out if what
it computes is not determined: undefined values are read, or another order of threads gives other arrays. With
`--emulate` the same host program is compiled by c++ in place of nvcc, with threads of the host for the threads of a block: that tests the
script, not a machine. CXXFLAGS is passed on to either compiler. The exit status is 1 if something differs.

nvcc is told to round as IEEE says (-fmad=false -prec-div=true -prec-sqrt=true -ftz=false). Kernels that call a transcendental function
are compared within ULPS units in the last place, and listed apart.
"""

import argparse
import json
import math
import os
import pathlib
import random
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = os.environ.get("GPUHOARE", str(ROOT / "target" / "release" / "gpuhoare"))
# What is measured must happen.
os.environ["GPUHOARE_NO_CACHE"] = "1"

FLAGS = ["-fmad=false", "-prec-div=true", "-prec-sqrt=true", "-ftz=false", "-std=c++17"]
HOST_FLAGS = ["-x", "c++", "-std=c++20", "-O1", "-ffp-contract=off", "-pthread", "-w"]
# The warning that a run reads what nobody has written.
UNDEFINED = "W0790"
# The largest error that CUDA's documentation gives for the functions below in single precision is 4.
ULPS = 4
TRANSCENDENTAL = re.compile(r"\b(?:exp|exp2|log|log2|log10|sin|cos|tan|pow|tanh|rsqrt|erf)f?\s*\(")

KERNEL = re.compile(r"((?:template\s*<[^>]*>\s*)?)__global__\s+void\s+(?:__launch_bounds__\([^)]*\)\s*)?(\w+)\s*\(([^)]*)\)")

SCALARS = {f"{sign}{ty}" for sign in ("", "unsigned ") for ty in ("char", "short", "int", "long", "long long")}
SCALARS |= {"float", "double", "unsigned", "bool", "size_t"}

DEVICE_VARIABLE = re.compile(r"^\s*(__constant__[^;{]*|__managed__[^;{]*|(?:static\s+)?__device__[^(){};=]*;)", re.MULTILINE)

# Bits of other types, of which the concrete machine knows nothing (MEM-19).
BITS = re.compile(r"reinterpret_cast<\s*(?:const\s+)?(?:" + "|".join(SCALARS) + r")(?:\s+const)?\s*\*\s*>|__\w+_as_\w+|\bsignbit\b")

# What every kernel gets: the contract's launches are found as counterexamples of this.
ABSURD = "//@ ensures 0 > 1;\n"

EMULATION = """
#include <barrier>
#include <cmath>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>
struct Three { unsigned x, y, z; };
using dim3 = Three;
static thread_local Three threadIdx, blockIdx;
static Three blockDim, gridDim;
static char *dynamic_shared;
static std::unique_ptr<std::barrier<>> everyone;
#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __shared__ static
#define __constant__ static
#define __syncthreads() everyone->arrive_and_wait()
using std::min;
using std::max;
template <typename Kernel> void launch(Three grid, Three block, size_t shared, Kernel kernel) {
    gridDim = grid;
    blockDim = block;
    std::vector<char> bytes(shared + 64);
    dynamic_shared = bytes.data();
    for (unsigned b = 0; b < grid.x * grid.y * grid.z; b++) {
        std::vector<std::thread> threads;
        unsigned count = block.x * block.y * block.z;
        everyone = std::make_unique<std::barrier<>>(count);
        for (unsigned t = 0; t < count; t++)
            threads.emplace_back([=] {
                blockIdx = {b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y};
                threadIdx = {t % block.x, t / block.x % block.y, t / block.x / block.y};
                kernel();
                everyone->arrive_and_drop();
            });
        for (auto &thread : threads) thread.join();
    }
}
#define ON_DEVICE(pointer, host) auto pointer = host.data()
#define FROM_DEVICE(pointer, host)
#define LAUNCH(grid, block, shared, kernel, ...) launch(grid, block, shared, [=] { kernel(__VA_ARGS__); })
"""

CUDA = """
#include <cstdint>
#include <cuda_runtime.h>
#include <vector>
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s\\n", cudaGetErrorString(e)); exit(3); } } while (0)
template <typename T> T *on_device(const std::vector<T> &host) {
    T *there;
    CHECK(cudaMalloc(&there, (host.size() + 1) * sizeof(T)));
    CHECK(cudaMemcpy(there, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return there;
}
#define ON_DEVICE(pointer, host) auto pointer = on_device(host)
#define FROM_DEVICE(pointer, host) CHECK(cudaMemcpy(host.data(), pointer, host.size() * sizeof(host[0]), cudaMemcpyDeviceToHost))
#define LAUNCH(grid, block, shared, kernel, ...) \\
    do { kernel<<<grid, block, shared>>>(__VA_ARGS__); CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize()); } while (0)
"""

PRINT = """
#include <cstdio>
#include <cstdlib>
#include <cstring>
template <typename T> void show(const char *name, const std::vector<T> &cells) {
    printf("%s", name);
    for (const T &cell : cells) {
        unsigned long long bits = 0;
        memcpy(&bits, &cell, sizeof cell);
        printf(" %llx", bits);
    }
    printf("\\n");
}
"""


class NotHosted(Exception):
    """The host program cannot launch this kernel; says why."""


class LaunchFails(Exception):
    """What the runtime says of a launch that the concrete machine runs."""


class Kernel:
    """A kernel of a file, as far as its head says."""

    def __init__(self, path, text, found):
        self.path, self.text, self.name = path, text, found.group(2)
        self.templates = re.findall(r"(?:int|unsigned)\s+(\w+)", found.group(1))
        self.params = []
        for param in filter(None, (part.strip() for part in found.group(3).split(","))):
            words = re.sub(r"\b(?:const|__restrict__|restrict|volatile)\b", " ", param).replace("*", " * ").split()
            self.params.append((words[-1], " ".join(words[:-1]).replace(" *", ""), "*" in words))
        body = text[found.end() :]
        # That of the kernel, or of the file.
        shared = re.compile(r"extern\s+__shared__\s+([\w ]+?)\s+(\w+)\s*\[\s*\]")
        self.shared = shared.search(body) or shared.search(text)
        self.transcendental = bool(TRANSCENDENTAL.search(body))


def kernels_of(path):
    text = path.read_text()
    return [Kernel(path, text, found) for found in KERNEL.finditer(text)]


def gpuhoare(*words):
    try:
        done = subprocess.run([TOOL, *map(str, words)], capture_output=True, text=True)
    except OSError as reason:
        raise NotHosted(f"its arrays do not fit a command line: {reason.strerror}") from None
    return json.loads(done.stdout)


# ── launches ────────────────────────────────────────────────────────────────────────────────────


def launches(kernel, choose, count, folder):
    """Launches that meet the contract, each as a counterexample has it: what refutes the absurd does."""
    at = [found for found in KERNEL.finditer(kernel.text) if found.group(2) == kernel.name][0].start()
    absurd = folder / "absurd.cu"
    seen, tries = [], 0
    while len(seen) < count and tries < 8 * count:
        tries += 1
        sizes = [param for param, ty, array in kernel.params if not array and ty in ("int", "unsigned")]
        least = "".join(f"//@ requires {name} >= {choose.randrange(9)};\n" for name in sizes)
        absurd.write_text(kernel.text[:at] + ABSURD + least + kernel.text[at:])
        block, grid = choose.choice([1, 2, 3, 4, 8, 16, 32, 64]), choose.choice([1, 2, 3])
        shape = ["--block", block, "--grid", grid] if choose.random() < 0.7 else []
        report = gpuhoare("prove", "--kernel", kernel.name, "--format", "json", *shape, absurd)
        tasks = [task for file in report["files"] for k in file["kernels"] for task in k.get("tasks", [])]
        found = [task["counterexample"] for task in tasks if task.get("counterexample")]
        if found and found[0] not in seen:
            seen.append(found[0])
    return seen


def words_of(kernel, launch, arrays):
    """The options of `gpuhoare run` for a launch: those of the command that shows it, with these contents of arrays."""
    words = shlex.split(launch["command"])[3:]
    # It says so where only the machine's integers confirm the launch.
    if "--ints" in words:
        del words[words.index("--ints") : words.index("--ints") + 2]
    for at, word in enumerate(words):
        name = word.split("=")[0]
        if words[at - 1] == "--arg" and name in arrays:
            words[at] = f"{name}=[{','.join(map(str, arrays[name]))}]"
    named = [] if "--kernel" in words else ["--kernel", kernel.name]
    return [*named, *words, "--float", "ieee", "--ints", "c"]


def concrete(kernel, launch, choose):
    """A run of the concrete machine on the launch: with contents of the script's own where the contract allows them."""
    first = determined(kernel, launch, {})
    if first is None:
        return None
    own = {}
    for name, ty, array in kernel.params:
        if array and name in launch["arrays"]:
            length = max(length_of(first.get(name, [])), len(launch["arrays"][name]))
            floats = ty in ("float", "double")
            number = (lambda: choose.randrange(-4000, 4000) / 64) if floats else (lambda: choose.randrange(-50, 50))
            own[name] = [number() for _ in range(length)]
    # The report of a launch lists the first cells of some arrays only.
    for arrays, ends in ((own, determined(kernel, launch, own)), ({}, first)):
        begins = {**launch["arrays"], **arrays}
        if ends is not None and all(length_of(cells) <= len(begins.get(name, [])) for name, cells in ends.items()):
            return begins, ends
    return None


def length_of(cells):
    """The length of an array at the end of a run, which lists all its cells or those touched."""
    return len(cells) if isinstance(cells, list) else max(map(int, cells), default=-1) + 1


def determined(kernel, launch, arrays):
    """The arrays after a run, or None if it goes wrong, reads an undefined value or depends on the order of threads."""
    ends = []
    for order in ("lockstep", "random", "reverse"):
        words = words_of(kernel, launch, arrays)
        done = gpuhoare("run", kernel.path, "--format", "json", "--schedule", order, *words)
        if done.get("outcome") != "ok" or any(found["code"] == UNDEFINED for found in done["diagnostics"]):
            return None
        ends.append(done["arrays"])
    return ends[0] if ends[0] == ends[1] == ends[2] else None


# ── the host program ────────────────────────────────────────────────────────────────────────────


def literal(ty, value):
    if ty in ("float", "double"):
        number = fraction(value)
        return f"({ty}){number.hex()}" if math.isfinite(number) else f"({ty})NAN"
    return f"({ty}){int(value) if isinstance(value, bool) else value}"


def fraction(value):
    try:
        above, _, below = str(value).partition("/")
        return int(above) / int(below) if below else float(value)
    except (ValueError, TypeError):
        raise NotHosted(f"{value} is no number") from None


def program(kernel, launch, arrays, ends, emulate):
    """A program that runs the launch and prints the bits of every array."""
    text = kernel.text
    if BITS.search(kernel.text):
        raise NotHosted("it looks at the bits of another type")
    strange = [ty for _, ty, _ in kernel.params if ty not in SCALARS]
    variable = DEVICE_VARIABLE.search(kernel.text)
    if "this_grid" in kernel.text:
        raise NotHosted("a barrier of the grid needs a cooperative launch")
    if strange or variable:
        raise NotHosted(f"a parameter is of type {strange[0]}" if strange else f"the file has a variable: `{variable.group(1)}`")
    if emulate:
        text = re.sub(r"extern\s+__shared__\s+(\w+)\s+(\w+)\s*\[\s*\];", r"\1 *\2 = (\1 *)dynamic_shared;", text)
    body, arguments, shown = "", [], ""
    for name, ty, array in kernel.params:
        if not array:
            body += f"    {ty} {name} = {literal(ty, launch['arguments'][name])};\n"
            arguments.append(name)
            continue
        if isinstance(ends.get(name), dict) and min(map(int, ends[name]), default=0) < 0:
            raise NotHosted(f"`{name}` has cells before its pointer")
        cells = list(arrays.get(name, []))
        cells += [0] * (length_of(ends.get(name, [])) - len(cells))
        body += f"    std::vector<{ty}> {name} = {{{', '.join(literal(ty, cell) for cell in cells)}}};\n"
        body += f"    ON_DEVICE({name}_there, {name});\n"
        arguments.append(f"{name}_there")
        shown += f'    FROM_DEVICE({name}_there, {name});\n    show("{name}", {name});\n'
    if set(kernel.templates) - set(launch["templates"]):
        raise NotHosted("a template parameter has no value")
    values = ", ".join(str(launch["templates"][name]) for name in kernel.templates)
    called = f"(({kernel.name}<{values}>))" if emulate and values else f"{kernel.name}<{values}>" if values else kernel.name
    shared = 0
    if kernel.shared:
        given = re.search(rf"--arg '?{kernel.shared.group(2)}=\w+\((\d+)\)", launch["command"])
        listed = launch["arrays"].get(kernel.shared.group(2), [])
        shared = 8 * (int(given.group(1)) if given else len(listed))
        if not shared:
            raise NotHosted("the size of its dynamic shared memory is not told")
    three = lambda sizes: f"(dim3{{{', '.join(f'{size}u' for size in sizes)}}})"
    grid, block = three(launch["launch"]["grid_dim"]), three(launch["launch"]["block_dim"])
    body += f"    LAUNCH({grid}, {block}, {shared}, ({called}), {', '.join(arguments)});\n{shown}"
    head = EMULATION if emulate else CUDA
    return f"#include <cstdio>\n#include <cstdlib>\n{head}{PRINT}\n{text}\n\nint main() {{\n{body}}}\n"


def executed(source, folder, emulate):
    """The arrays as the compiled program leaves them: the bits of their cells."""
    path, binary = folder / "host.cu", folder / "host"
    path.write_text(source)
    own = shlex.split(os.environ.get("CXXFLAGS", ""))
    compiler = [compiler_here(), *HOST_FLAGS] if emulate else ["nvcc", *FLAGS]
    compiled = subprocess.run([*compiler, *own, str(path), "-o", str(binary)], capture_output=True, text=True)
    if compiled.returncode:
        said = [line for line in compiled.stderr.splitlines() if "error" in line] or [compiled.stderr]
        raise NotHosted(f"{compiler[0]}: {said[0].strip()}")
    done = subprocess.run([str(binary)], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise LaunchFails(done.stderr.strip())
    lines = (line.split() for line in done.stdout.splitlines())
    return {line[0]: [int(bits, 16) for bits in line[1:]] for line in lines}


# ── the comparison ──────────────────────────────────────────────────────────────────────────────


def bits_of(ty, value):
    """The bits of a value of a run, and whether it is a NaN."""
    if ty in ("float", "double"):
        number = fraction(value)
        form, whole = ("<f", "<I") if ty == "float" else ("<d", "<Q")
        return struct.unpack(whole, struct.pack(form, number))[0], math.isnan(number)
    width = {"char": 8, "short": 16, "long": 64}.get(ty.split()[-1], 32)
    return int(value) & ((1 << width) - 1), False


def difference(kernel, ends, found):
    """The first cell that differs by more than it may, in words."""
    allowed = ULPS if kernel.transcendental else 0
    for name, ty, array in kernel.params:
        touched = ends.get(name, []) if array else []
        cells = enumerate(touched) if isinstance(touched, list) else ((int(at), value) for at, value in touched.items())
        for at, value in cells:
            if value is None:
                continue
            bits, nan = bits_of(ty, value)
            if abs(bits - found[name][at]) > allowed and not nan:
                return f"{name}[{at}] is {value} in the concrete machine, and has bits {found[name][at]:x}"
    return None


def compiler_here():
    return next((name for name in ("c++", "g++", "clang++") if shutil.which(name)), None)


def missing(emulate):
    if emulate:
        return None if compiler_here() else "no C++ compiler"
    if not shutil.which("nvcc"):
        return "no nvcc"
    listed = shutil.which("nvidia-smi") and subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True)
    return None if listed and listed.stdout.strip() else "no GPU"


def compared(kernel, asked, folder):
    """The number of launches that agree, and of each other one how it differs."""
    choose = random.Random(f"{asked.seed} {kernel.name}")
    agree, told = 0, []
    for launch in launches(kernel, choose, asked.launches, folder):
        done = concrete(kernel, launch, choose)
        if done is None:
            continue
        arrays, ends = done
        try:
            found = executed(program(kernel, launch, arrays, ends, asked.emulate), folder, asked.emulate)
            differs = difference(kernel, ends, found)
        except LaunchFails as reason:
            differs = f"the launch fails: {reason}"
        agree += differs is None
        told += [differs] if differs else []
    return agree, told


def main():
    reader = argparse.ArgumentParser()
    reader.add_argument("--launches", type=int, default=5)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--emulate", action="store_true")
    reader.add_argument("files", nargs="*", type=pathlib.Path)
    asked = reader.parse_args()
    reason = missing(asked.emulate)
    if reason:
        print(f"skipped: {reason}")
        return 0
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in asked.files or sorted(path for path in (ROOT / "examples").glob("*/*.cu") if path.parent.name != "wrong"):
            for kernel in kernels_of(path):
                try:
                    agree, told = compared(kernel, asked, folder)
                except NotHosted as reason:
                    print(f"{kernel.name}: not hosted ({reason})")
                    continue
                how = f" (within {ULPS} units in the last place)" if kernel.transcendental else ""
                print(f"{kernel.name}: {agree} launches agree{how}, {len(told)} differ", *told[:1], sep="\n    ")
                wrong += len(told)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
