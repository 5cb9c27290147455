"""A Ray cluster of two nodes on this machine proves kernels; one node is killed while it works. The report is that of one machine.

Usage: python3 python/tests/two_nodes.py FOLDER     (with this package, or its `src` on PYTHONPATH and gpuhoare on PATH)
"""

import sys
import threading
import time

import ray
from ray.cluster_utils import Cluster

import gpuhoare
import gpuhoare.on_ray

TIMES = {"seconds", "vc_seconds", "smt_seconds", "known_since", "solver", "rounds"}


def without_times(value):
    """A report without what two runs need not have in common."""
    if isinstance(value, dict):
        return {name: without_times(field) for name, field in value.items() if name not in TIMES}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def main():
    folder = sys.argv[1]
    whole = gpuhoare.prove(folder, options=["--no-cache"])
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    lost = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address)
    cluster.wait_for_nodes()

    def kill():
        time.sleep(5)
        cluster.remove_node(lost, allow_graceful=False)
        print("a node is lost", file=sys.stderr)

    killer = threading.Thread(target=kill)
    killer.start()
    report = gpuhoare.on_ray.prove(folder, shards=8, options=["--no-cache"])
    killer.join()
    ray.shutdown()
    cluster.shutdown()
    kernels = [kernel for file in report["files"] for kernel in file["kernels"]]
    same = without_times(report) == without_times(whole)
    print(f"{len(kernels)} kernels, the report is {'that of one machine' if same else 'ANOTHER ONE'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
