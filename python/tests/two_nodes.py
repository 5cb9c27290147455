"""A Ray cluster of two nodes on this machine proves kernels. One node is killed while it works on a part, which Ray has
to run again. The report is that of one machine.

Usage: python3 python/tests/two_nodes.py FOLDER     (with this package, or its `src` on PYTHONPATH and gpuhoare on PATH)
"""

import contextlib
import os
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

# Ray brings this one along.
import psutil

import gpuhoare
import gpuhoare.on_ray

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "engines"))
from same import same

OPTIONS = ["--no-cache"]
MOST_SECONDS = 300


def part_of(process):
    """The part that a process has worked on for a moment, if it is one of gpuhoare with a part."""
    with contextlib.suppress(psutil.Error, ValueError):
        words = process.cmdline()
        if process.name() == "gpuhoare" and process.cpu_times().user > 0.2:
            return words[words.index("--shard") + 1]
    return None


def kill(processes):
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()


def lose(cluster, node, over, lost):
    """Kills a node and all that it runs, as soon as it works on a part."""
    raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
    while not over.is_set() and not lost:
        for process in raylet.children(recursive=True):
            part = part_of(process)
            if part:
                # Stopped, it cannot hand its report in before its node is gone.
                process.suspend()
                running = raylet.children(recursive=True)
                cluster.remove_node(node, allow_graceful=False)
                kill(running)
                lost.append(part)
                print(f"a node is lost, and part {part} with it", file=sys.stderr)
                break
        time.sleep(0.05)


def parts_of_two_nodes(folder):
    """The report of two nodes, and the parts that were lost with one of them."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    over, lost = threading.Event(), []
    try:
        node = cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address)
        cluster.wait_for_nodes()
        killer = threading.Thread(target=lose, args=(cluster, node, over, lost))
        killer.start()
        try:
            report = gpuhoare.on_ray.prove(folder, shards=8, options=OPTIONS)
        finally:
            over.set()
            killer.join()
        return report, lost
    finally:
        running = psutil.Process().children(recursive=True)
        ray.shutdown()
        cluster.shutdown()
        kill(running)


def stop(number, _frame):
    print(f"stopped by {signal.Signals(number).name}", file=sys.stderr)
    sys.exit(1)


def main():
    # Ends by way of the clean-up above.
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(MOST_SECONDS)
    with tempfile.TemporaryDirectory() as temporary:
        os.environ.update(RAY_TMPDIR=temporary, RAY_USAGE_STATS_ENABLED="0")
        report, lost = parts_of_two_nodes(sys.argv[1])
    if not lost:
        return "no part was lost"
    return not same(report, gpuhoare.prove(sys.argv[1], options=OPTIONS))


if __name__ == "__main__":
    sys.exit(main())
