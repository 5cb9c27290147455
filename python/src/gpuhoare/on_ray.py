"""A run that the nodes of a Ray cluster share: a task for each part, its JSON report as the result."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import ray

from . import Files, merge, text

if TYPE_CHECKING:
    from .report import Report

__all__ = ["prove", "races"]

#: Parts for each core of the cluster, so that whoever is done early takes another one.
PARTS_OF_CORE = 4


def prove(files: Files, shards: int | None = None, options: Sequence[str] = (), retries: int = 3) -> Report:
    """As ``gpuhoare.prove``, by all nodes of the cluster.

    All nodes see this folder and the files under the same names, and have this package. ``shards`` is the number of
    tasks; each takes one core, and ``retries`` is how often it is run again where its node is lost.
    """
    return _run("prove", files, shards, options, retries)


def races(files: Files, shards: int | None = None, options: Sequence[str] = (), retries: int = 3) -> Report:
    """As ``gpuhoare.races``, by all nodes of the cluster."""
    return _run("races", files, shards, options, retries)


def _run(command: str, files: Files, shards: int | None, options: Sequence[str], retries: int) -> Report:
    if not ray.is_initialized():
        ray.init()
    files = files if isinstance(files, (str, os.PathLike)) else list(files)
    count = shards or max(1, int(PARTS_OF_CORE * ray.cluster_resources().get("CPU", 1)))
    part = ray.remote(num_cpus=1, max_retries=retries)(text)
    shard = lambda number: [*options, "--jobs", "1", "--shard", f"{number}/{count}"]
    # Names of files mean the same on all nodes.
    open_ = {part.remote(command, files, shard(number), os.getcwd()): number for number in range(1, count + 1)}
    with tempfile.TemporaryDirectory() as folder:
        reports = []
        while open_:
            # What has come is here, whatever becomes of its node.
            done, _ = ray.wait(list(open_), num_returns=1)
            for task in done:
                number = open_.pop(task)
                report = Path(folder, f"{number}.json")
                report.write_text(ray.get(task), encoding="utf-8")
                reports.append(report)
                print(f"gpuhoare: {len(reports)} of {count} parts", file=sys.stderr)
        return merge(sorted(reports))
