#!/usr/bin/env python3
"""What runs over many kernels take: rates measured here, and from them 100,000 kernels on 100 machines, simulated.

Usage: python3 benches/scale.py [FOLDER..]     (after `cargo build --release`; `examples` when not given)

Measured are kernels twice without the cache, once into an empty cache and once from it, all shards of a run one after another, and what
a machine does before its first kernel. The simulation draws kernels from those that were measured. Docs: docs/scale.md.
"""

import heapq
import json
import pathlib
import random
import re
import statistics
import sys
import tempfile

from cache import ROOT, own_cache, run, without_times

DEAL = (ROOT / "src/pipeline/shards/deal.rs").read_text()
KERNELS, MACHINES, SHARDS = 100_000, 100, 8


def prove(files, *options, cache=None):
    """Wall clock and report of a run."""
    wall, cpu, text = run("prove", *files, "-q", "--format", "json", *options, cache=cache)
    return wall, cpu, json.loads(text), len(text)


def kernels(report):
    """What each kernel took, in seconds."""
    return {(file["path"], kernel["name"]):
            kernel["vc_seconds"] + kernel["smt_seconds"] for file in report["files"] for kernel in file["kernels"]}


def constant(name):
    """What the tool deals by, in seconds."""
    return int(re.search(rf"const {name}: u64 = ([0-9_]+);", DEAL)[1].replace("_", "")) / 1e6


def estimated(text):
    """What the tool takes a file for that it knows nothing of."""
    steps = re.findall(r"\b(?:for|while|__syncthreads)\b", text)
    kernels = re.findall(r"\b__global__\b", text)
    return constant("READING") + constant("KERNEL") * max(1, len(kernels)) + constant("STEP") * len(steps)


def dealt(weights, machines):
    """The costliest first, each to the machine that has least."""
    loads, owners = [(0.0, machine) for machine in range(machines)], [0] * len(weights)
    for at in sorted(range(len(weights)), key=lambda at: -weights[at]):
        load, machine = heapq.heappop(loads)
        owners[at] = machine
        heapq.heappush(loads, (load + weights[at], machine))
    return owners


def loads(costs, owners, shards):
    """What falls to each shard."""
    total = [0.0] * shards
    for cost, owner in zip(costs, owners):
        total[owner] += cost
    return total


def queued(work, speeds):
    """When the last of these shards is done, each taken by the machine that is free first."""
    free = [(0.0, machine) for machine in range(len(speeds))]
    last = 0.0
    for cost in work:
        now, machine = heapq.heappop(free)
        last = max(last, now + cost / speeds[machine])
        heapq.heappush(free, (now + cost / speeds[machine], machine))
    return last


def measured(files, folder):
    """The rates, by name."""
    cache = own_cache(folder)
    wall, cpu, whole, size = prove(files, "--no-cache")
    again = kernels(prove(files, "--no-cache")[2])
    prove(files, cache=cache)
    second, _, report, _ = prove(files, cache=cache)
    known = [kernel for file in report["files"] for kernel in file["kernels"] if "known_since" in kernel]
    stored = sum(file.stat().st_size for file in cache.glob("*") if file.is_file())
    costs = kernels(whole)
    pairs = [(path, cost, again[path, name]) for (path, name), cost in costs.items()]
    print(f"* {len(costs)} kernels without the cache: {wall:.1f} s ({cpu:.1f} s CPU); a kernel takes "
          f"{statistics.median(costs.values()):.3f} s in the middle and {max(costs.values()):.1f} s at most.")
    print(f"* From the cache: {second:.2f} s for {len(known)} of {len(costs)}. An entry takes "
          f"{stored / len(costs) / 1024:.0f} KiB, and a kernel's part of the report {size / len(costs) / 1024:.1f} KiB.")
    times, cpus, names = [], 0.0, []
    for number in range(1, SHARDS + 1):
        name = folder / f"{number}.json"
        taken = run("prove", *files, "-q", "--no-cache", "--shard", f"{number}/{SHARDS}", "--format", "json", "--output", name)
        times.append(taken[0])
        cpus += taken[1]
        names.append(name)
    merging, _, merged = run("merge", *names, "--format", "json")
    same = without_times(json.loads(merged)) == without_times(whole)
    shard_size = sum(name.stat().st_size for name in names)
    print(f"* {SHARDS} shards: {max(times):.1f} s the longest, {statistics.mean(times):.1f} s in the mean, {cpus:.1f} s CPU "
          f"together. Their reports have {shard_size / len(costs) / 1024:.1f} KiB a kernel and are merged in {merging:.2f} s. "
          f"The merged report is {'that of one run' if same else 'ANOTHER ONE'}.")
    many = folder / "many"
    many.mkdir()
    text = "__global__ void k{0}(int *a) {{ a[threadIdx.x] = {0}; }}\n"
    for number in range(KERNELS // 10):
        (many / f"k{number}.cu").write_text(text.format(number))
    dealing = run("prove", many, "-q", "--no-cache", "--shard", f"1/{KERNELS // 10}", "--format", "json")[0]
    print(f"* Before its first kernel a machine that is given {KERNELS // 10:,} files works for {dealing:.2f} s.")
    hit = second / len(costs)
    return pairs, hit, 10 * dealing, stored / len(costs), merging / len(costs), shard_size / len(costs)


def simulated(rates):
    """Prints what 100,000 kernels on 100 machines take, by how they are dealt."""
    pairs, hit, dealing, entry, merging, report = rates
    draw = random.Random(1)
    texts = {path: estimated((ROOT / path).read_text()) for path, _, _ in pairs}
    drawn = [draw.choice(pairs) for _ in range(KERNELS)]
    guesses, earlier, costs = ([*values] for values in zip(*[(texts[path], one, other) for path, one, other in drawn]))
    even = sum(costs) / MACHINES
    rows = []

    def row(name, seconds, moved):
        rows.append((name, seconds + dealing, (seconds + dealing) / (even + dealing), moved))

    by_text, by_costs = dealt(guesses, MACHINES), dealt(earlier, MACHINES)
    row("dealt by text", max(loads(costs, by_text, MACHINES)), KERNELS * entry)
    row("dealt by what an earlier run took", max(loads(costs, by_costs, MACHINES)), KERNELS * entry)
    row("the same, a kernel in 100 changed",
        max(loads([cost if draw.random() < 0.01 else hit for cost in costs], by_costs, MACHINES)), KERNELS * entry * 1.01)
    of_shards = loads(costs, by_costs, MACHINES)
    lost = max(range(MACHINES), key=lambda machine: of_shards[machine])
    row("the same, all first; one machine lost at its end, its shard run again", 2 * of_shards[lost] + dealing,
        KERNELS * entry)
    speeds = [0.5 if machine < MACHINES // 10 else 1.0 for machine in range(MACHINES)]
    row("ten machines half as fast, a shard a machine",
        max(load / speed for load, speed in zip(of_shards, speeds)), KERNELS * entry)
    many = loads(costs, dealt(earlier, MACHINES * 16), MACHINES * 16)
    row("ten machines half as fast, 16 shards a machine, each taken when one is free",
        queued([load + dealing for load in many], speeds) - dealing, KERNELS * entry)
    slow = costs[:-1] + [60.0]
    row("one kernel takes its whole limit of 60 s, dealt by text", max(loads(slow, by_text, MACHINES)), KERNELS * entry)
    print(f"\nOne machine alone takes {sum(costs) / 3600:.1f} h; a hundredth of it is {even:.0f} s. The shards' reports have "
          f"{KERNELS * report / 2**20:.0f} MiB and are merged in {KERNELS * merging:.0f} s.\n")
    print("| 100,000 kernels on 100 machines | makespan | against an even split | cache traffic |\n| --- | --- | --- | --- |")
    for name, seconds, ratio, moved in rows:
        print(f"| {name} | {seconds:.0f} s | {ratio:.2f} | {moved / 2**20:,.0f} MiB |")


def main():
    files = sys.argv[1:] or ["examples"]
    with tempfile.TemporaryDirectory() as folder:
        simulated(measured(files, pathlib.Path(folder)))


if __name__ == "__main__":
    main()
