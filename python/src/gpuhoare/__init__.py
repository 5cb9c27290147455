"""Proves CUDA kernels correct: the program ``gpuhoare`` from Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Union, cast

if TYPE_CHECKING:
    from .report import Report

__all__ = ["Failed", "merge", "program", "prove", "races"]

Files = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]

#: The form of the reports that these types describe.
SCHEMA = 1


class Failed(RuntimeError):
    """There is no report: the program could not be run, or was stopped."""


def program() -> str:
    """The path of the program: the one beside this package, or else one on ``PATH``."""
    name = "gpuhoare" + (sysconfig.get_config_var("EXE") or "")
    schemes = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    own = (Path(folder) / name for folder in schemes)
    found = next((str(path) for path in own if path.is_file()), None) or shutil.which(name)
    if found is None:
        raise Failed("there is no program gpuhoare beside this package or on PATH")
    return found


def prove(files: Files, options: Sequence[str] = ()) -> Report:
    """Proves the kernels of these files and folders.

    Errors of the input are in the report, as diagnostics with codes. Raises ``Failed`` where there is no report.
    """
    return _report("prove", files, options)


def races(files: Files, options: Sequence[str] = ()) -> Report:
    """Looks for races and divergent barriers of the kernels of these files and folders."""
    return _report("races", files, options)


def merge(reports: Files, options: Sequence[str] = ()) -> Report:
    """Puts the JSON reports of all shards of a run together. The report says by E0021 what does not belong together."""
    return _report("merge", reports, options)


def text(command: str, files: Files, options: Sequence[str] = (), folder: str | None = None) -> str:
    """The JSON report of a command that runs in a folder, as text."""
    paths = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    arguments = [program(), command, *(os.fspath(path) for path in paths), *options, "--format", "json"]
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=folder)
    if not done.stdout:
        raise Failed(done.stderr.strip() or f"{arguments[0]} ended with {done.returncode}")
    return done.stdout


def _report(command: str, files: Files, options: Sequence[str]) -> Report:
    report = json.loads(text(command, files, options))
    if report.get("tool") != "gpuhoare" or report.get("schema") != SCHEMA:
        raise Failed(f"this is no report of the form {SCHEMA}")
    return cast("Report", report)
