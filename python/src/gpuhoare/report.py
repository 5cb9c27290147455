# Made by python/types.sh from docs/schema/report.json.

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from typing_extensions import NotRequired


class RequiredEntry(TypedDict):
    contracts: bool
    scope: Literal["every", "launched"]


class SpanEntry(TypedDict):
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    expansion_of: NotRequired[str | None]


class LabelEntry(TypedDict):
    span: SpanEntry
    text: str


KernelVerdict: TypeAlias = Literal["verified", "safe", "refuted", "unknown", "unsupported", "modelled", "race-free", "racy"]


class FactEntry(TypedDict):
    text: str
    span: SpanEntry


class OfferEntry(TypedDict):
    text: str
    why: str
    span: NotRequired[SpanEntry | None]


class InferredEntry(TypedDict):
    loop: str
    fact: str


RangeEntry = TypedDict(
    "RangeEntry",
    {
        "file": str,
        "from": int,
        "to": int,
    },
)


class ClauseEntry(TypedDict):
    text: str
    span: SpanEntry


Number: TypeAlias = int | str


BlockDimItem: TypeAlias = int


GridDimItem: TypeAlias = int


class LaunchShape(TypedDict):
    block_dim: list[BlockDimItem]
    grid_dim: list[GridDimItem]


Value: TypeAlias = bool | float | str


BlockIdxItem: TypeAlias = int


ThreadIdxItem: TypeAlias = int


class ThreadIndex(TypedDict):
    block_idx: list[BlockIdxItem]
    thread_idx: list[ThreadIdxItem]


class Iteration(TypedDict):
    before: dict[str, Value]
    after: dict[str, Value]


Blame: TypeAlias = Literal["code", "annotation"]


class AccessEntry(TypedDict):
    span: SpanEntry
    access: str
    thread: NotRequired[ThreadIndex | None]
    value: NotRequired[Value | None]


class ApproximationEntry(TypedDict):
    what: str
    span: SpanEntry


class BarrierEntry(TypedDict):
    span: SpanEntry
    confirmed: bool
    thread_in: NotRequired[ThreadIndex | None]
    thread_out: NotRequired[ThreadIndex | None]
    launch: NotRequired[LaunchShape | None]
    command: NotRequired[str | None]
    explanation: NotRequired[str | None]


class UnsupportedEntry(TypedDict):
    construct: str
    span: SpanEntry


Standing: TypeAlias = Literal["proved", "assumed", "unreached", "unknown", "refuted"]


class AcceptedEntry(TypedDict):
    by: Literal["baseline", "comment"]
    reason: str


class FromEntry(TypedDict):
    kind: str
    span: NotRequired[SpanEntry | None]


class ConfigurationEntry(TypedDict):
    values: dict[str, str]
    contents: list[str]


class DataEntry(TypedDict):
    values: list[str]
    contents: list[str]


class DependsEntry(TypedDict):
    what: str
    span: SpanEntry
    sources: list[str]
    way: list[SpanEntry]


class Part(TypedDict):
    number: int
    of: int
    command: str
    tool: str
    options: str
    sources: str
    deal: str
    files: list[str]
    asked: list[str]
    contracts: bool
    every_launch: bool
    names: list[str]
    read: dict[str, str]
    included: list[str]


class TextEntry(TypedDict):
    name: str
    text: str


class DiagnosticEntry(TypedDict):
    code: str
    severity: Literal["error", "warning", "note"]
    message: str
    span: SpanEntry | None
    label: NotRequired[str]
    related: NotRequired[list[LabelEntry]]
    notes: NotRequired[list[str]]
    help: NotRequired[list[str]]


class LaunchedEntry(TypedDict):
    span: SpanEntry
    calls: NotRequired[list[SpanEntry]]
    facts: list[FactEntry]
    verdict: KernelVerdict
    realised: bool


class IntervalEntry(TypedDict):
    lines: list[RangeEntry]


class LoopEntry(TypedDict):
    name: str
    span: SpanEntry | None
    given: list[ClauseEntry]
    inferred: list[str]


class Counterexample(TypedDict):
    launch: LaunchShape
    arguments: dict[str, Value]
    arrays: dict[str, list[Value]]
    ghosts: dict[str, Value]
    templates: dict[str, Value]
    operators: NotRequired[list[str]]
    thread: NotRequired[ThreadIndex | None]
    schedule: str
    expected: NotRequired[Value | None]
    found: NotRequired[Value | None]
    iteration: NotRequired[Iteration | None]
    blame: Blame
    confirmed: bool
    command: str
    explanation: str


class RaceEntry(TypedDict):
    array: str
    kind: str
    same_value: bool
    first: AccessEntry
    second: AccessEntry
    index: NotRequired[int | None]
    coordinates: NotRequired[list[int]]
    proof: Literal["true-race", "possible"]
    confirmed: bool
    launch: NotRequired[LaunchShape | None]
    command: NotRequired[str | None]
    approximated: list[ApproximationEntry]
    suggested_requires: list[str]


class FindingEntry(TypedDict):
    code: str
    severity: Literal["error", "warning", "note"]
    message: str
    span: SpanEntry | None
    label: NotRequired[str]
    related: NotRequired[list[LabelEntry]]
    notes: NotRequired[list[str]]
    help: NotRequired[list[str]]
    status: Standing
    tasks: list[str]
    race: NotRequired[int | None]
    fingerprint: str
    accepted: NotRequired[AcceptedEntry | None]


class ShardEntry(TypedDict):
    part: Part
    texts: list[TextEntry]
    numbered: list[int]
    results: str
    digest: str


class OutlineEntry(TypedDict):
    intervals: list[IntervalEntry]
    barriers: list[SpanEntry]
    loops: list[LoopEntry]
    assumed: list[ClauseEntry]


class TaskEntry(TypedDict):
    id: str
    clause: NotRequired[str | None]
    kind: str
    title: str
    line: int
    column: int
    span: SpanEntry
    statement_span: NotRequired[SpanEntry | None]
    verdict: Literal["proved", "refuted", "unknown", "skipped"]
    reason: NotRequired[str | None]
    counterexample: NotRequired[Counterexample | None]
    open_parts: NotRequired[list[SpanEntry]]
    suggested_requires: NotRequired[list[str]]
    met_by: NotRequired[str | None]
    solver: str | None
    seconds: float
    rounds: int
    size_raw: Number
    size: Number


AmplifiedEntry = TypedDict(
    "AmplifiedEntry",
    {
        "from": FromEntry,
        "launch": LaunchShape | None,
        "verdict": KernelVerdict,
        "reason": str | None,
        "configuration": ConfigurationEntry,
        "data": DataEntry,
        "lifted": list[str],
        "checked": list[str],
        "assumptions": list[str],
        "deterministic": bool,
        "undetermined": list[ApproximationEntry],
        "depends": list[DependsEntry],
        "violations": list[Any],
        "possible": list[Any],
        "tasks": list[TaskEntry],
        "diagnostics": list[DiagnosticEntry],
        "steps": int,
        "runs": int,
    },
)


class KernelEntry(TypedDict):
    role: Literal["kernel", "lemma"]
    name: str
    line: int
    verdict: KernelVerdict
    scope: Literal["every-launch", "given-launch", "as-launched", "amplified"]
    launched: NotRequired[list[LaunchedEntry]]
    offers: NotRequired[list[OfferEntry]]
    success: bool
    known_since: NotRequired[int | None]
    known_by: NotRequired[str | None]
    checked: list[str]
    not_checked: list[str]
    assumptions: list[str]
    inferred: NotRequired[list[InferredEntry]]
    outline: OutlineEntry
    vc_seconds: float
    smt_seconds: float
    vc_size_raw: Number
    vc_size: Number
    tasks: list[TaskEntry]
    races: list[RaceEntry]
    barriers: list[BarrierEntry]
    unsupported: list[UnsupportedEntry]
    findings: list[FindingEntry]
    amplified: NotRequired[list[AmplifiedEntry]]


class FileEntry(TypedDict):
    path: str
    diagnostics: list[DiagnosticEntry]
    kernels: list[KernelEntry]


class Report(TypedDict):
    tool: str
    version: str
    schema: int
    command: str | None
    seconds: float
    interrupted: bool
    not_reached: NotRequired[list[str]]
    required: RequiredEntry
    diagnostics: list[DiagnosticEntry]
    files: list[FileEntry]
    shard: NotRequired[ShardEntry | None]
