//! The form of the JSON document (`--format json`). Its fields are those of `design.md`; a field is never given another meaning
//! without a new [`SCHEMA`].

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::base::{Diagnostic, Files, Label, Span};

use super::counterexample::{Counterexample, LaunchShape, Number, Scalar, ThreadIndex, Touch, Value, serialize_count};
use super::model::Stage;
use super::shard::ShardEntry;
use super::status::{KernelVerdict, Standing};

/// Grows when a reader of an older document would misread a newer one.
pub const SCHEMA: u32 = 1;

/// The document of every command but `run`, which has its own (`execution::document`).
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document {
    /// Always `gpuhoare`.
    pub tool: &'static str,
    /// The version of the tool: `0.1.0`.
    pub version: &'static str,
    /// The form of the document: [`SCHEMA`].
    pub schema: u32,
    /// Null when the command line could not be read.
    pub command: Option<&'static str>,
    /// Wall clock of the whole run.
    pub seconds: f64,
    /// The run was stopped before it was through: there may be files and kernels that it did not come to.
    pub interrupted: bool,
    /// The files that an interrupted run did not come to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_reached: Vec<String>,
    /// What a kernel must be to count as a success.
    pub required: RequiredEntry,
    /// What belongs to no file: the command line, the environment, solvers.
    pub diagnostics: Vec<DiagnosticEntry>,
    /// One entry for each file of the run.
    pub files: Vec<FileEntry>,
    /// What `merge` reads of a report of `--shard`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardEntry>,
}

/// What a kernel must be, beyond its verdict, to count as a success: what `--require-contracts` and `--require-scope` ask for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RequiredEntry {
    /// It has an `ensures`.
    pub contracts: bool,
    /// `every`: its verdict is about every launch; `launched`: those that its verdict is about are enough.
    #[schemars(extend("enum" = ["every", "launched"]))]
    pub scope: &'static str,
}

/// A file and its kernels.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FileEntry {
    /// As given on the command line.
    pub path: String,
    /// Those of the file and of all its kernels.
    pub diagnostics: Vec<DiagnosticEntry>,
    /// In source order.
    pub kernels: Vec<KernelEntry>,
}

/// A kernel, a lemma or a recursive definition, and what is known of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct KernelEntry {
    /// `kernel`, or `lemma` for a lemma or a recursive definition.
    #[schemars(extend("enum" = ["kernel", "lemma"]))]
    pub role: &'static str,
    /// With template arguments: `scan` or `scan<float>`.
    pub name: String,
    /// The line of its header, from 1.
    pub line: usize,
    /// What is said of it.
    pub verdict: KernelVerdict,
    /// Which launches that is about: `every-launch` (that meets `requires`), `given-launch` (`--block`, `--grid`),
    /// `as-launched`: those in `launched`; or `amplified`: those in `amplified`.
    #[schemars(extend("enum" = ["every-launch", "given-launch", "as-launched", "amplified"]))]
    pub scope: &'static str,
    /// The launches that the program makes, where the verdict is about them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub launched: Vec<LaunchedEntry>,
    /// Clauses that `suggest` offers: the verdict is that of the kernel with them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<OfferEntry>,
    /// Whether it counts as a success for the exit code: the verdict is one, and all that is required.
    pub success: bool,
    /// Where an earlier run has found all this: when, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_since: Option<u64>,
    /// By which name the user trusts whoever has found it, where that is not the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_by: Option<String>,
    /// What had obligations or was shown to have none: `functional`, `races`, `barriers`, `bounds` and so on.
    pub checked: Vec<String>,
    /// What was not looked at, in words.
    pub not_checked: Vec<String>,
    /// What the verdict rests on, a sentence each.
    pub assumptions: Vec<String>,
    /// What is known of loops without an invariant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inferred: Vec<InferredEntry>,
    /// What its text says beside its tasks.
    pub outline: OutlineEntry,
    /// Time for making and simplifying tasks.
    pub vc_seconds: f64,
    /// Time in solvers, summed over processes.
    pub smt_seconds: f64,
    /// Nodes of all tasks before simplification.
    #[serde(serialize_with = "serialize_count")]
    #[schemars(with = "Number")]
    pub vc_size_raw: u64,
    /// Nodes of all tasks after simplification.
    #[serde(serialize_with = "serialize_count")]
    #[schemars(with = "Number")]
    pub vc_size: u64,
    /// What became of each of its tasks.
    pub tasks: Vec<TaskEntry>,
    /// Races that are possible or confirmed, one for each two places.
    pub races: Vec<RaceEntry>,
    /// Barriers that may diverge.
    pub barriers: Vec<BarrierEntry>,
    /// What is not modelled: where there is something, nothing is claimed about the kernel.
    pub unsupported: Vec<UnsupportedEntry>,
    /// What stands in the way of it, as people are told; errors in its text stand among the file's diagnostics.
    pub findings: Vec<FindingEntry>,
    /// What launches showed that were run for all data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub amplified: Vec<AmplifiedEntry>,
}

/// What a launch showed that was run for all data.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AmplifiedEntry {
    /// Where the launch comes from.
    pub from: FromEntry,
    /// Its dimensions, where they are known.
    pub launch: Option<LaunchShape>,
    /// `race-free`, `racy`, `refuted` or `unknown`.
    pub verdict: KernelVerdict,
    /// Why nothing is claimed.
    pub reason: Option<String>,
    /// What the result holds for: the inputs that are fixed.
    pub configuration: ConfigurationEntry,
    /// What is free: inputs of any value.
    pub data: DataEntry,
    /// What need not be as it is in this launch, each for itself, by a proof.
    pub lifted: Vec<String>,
    /// What the verdict covers.
    pub checked: Vec<String>,
    /// What it rests on, a sentence each.
    pub assumptions: Vec<String>,
    /// It ends the same in every run on one input.
    pub deterministic: bool,
    /// What may make two runs end differently.
    pub undetermined: Vec<ApproximationEntry>,
    /// Where data comes to what the launch hangs on.
    pub depends: Vec<DependsEntry>,
    /// What goes wrong whatever the data are, as the document of `run` has it.
    pub violations: Vec<serde_json::Value>,
    /// What goes wrong if data lead there.
    pub possible: Vec<serde_json::Value>,
    /// What the prover was asked for.
    pub tasks: Vec<TaskEntry>,
    /// What else there is to say.
    pub diagnostics: Vec<DiagnosticEntry>,
    /// Statements of threads in the last run.
    pub steps: u64,
    /// Runs, until all was given that the launch hangs on.
    pub runs: u32,
}

/// Where a launch comes from.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FromEntry {
    /// `command-line`, `launches-file`, `host`, or `example`: it has arguments that no code of the program gives it.
    pub kind: &'static str,
    /// The launch of the host's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<SpanEntry>,
}

/// Inputs that are fixed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ConfigurationEntry {
    /// Scalars and their values.
    pub values: BTreeMap<String, String>,
    /// Arrays whose contents are fixed.
    pub contents: Vec<String>,
}

/// Inputs that are free.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DataEntry {
    /// Scalars of any value.
    pub values: Vec<String>,
    /// Arrays of any contents.
    pub contents: Vec<String>,
}

/// Data that comes to an address, a branch, a loop or a mask of lanes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DependsEntry {
    /// `address`, `branch`, `loop` or `lanes`.
    pub what: String,
    /// Where.
    pub span: SpanEntry,
    /// The inputs that it comes from, in words.
    pub sources: Vec<String>,
    /// The statements on the way, the first one first.
    pub way: Vec<SpanEntry>,
}

/// A clause that a contract might have.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OfferEntry {
    /// As one writes it behind `//@`.
    pub text: String,
    /// What it is good for, in words.
    pub why: String,
    /// The code of the host that says so, or the loop that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<SpanEntry>,
}

/// A launch of the program, with what is known of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LaunchedEntry {
    /// Where it stands.
    pub span: SpanEntry,
    /// The headers of the host's functions on the way there, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<SpanEntry>,
    /// What is known of it.
    pub facts: Vec<FactEntry>,
    /// What follows for these launches.
    pub verdict: KernelVerdict,
    /// The program makes each launch that meets the facts, for some input.
    pub realised: bool,
}

/// Something that holds of a launch.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FactEntry {
    /// As one writes it behind `requires`, where only parameters occur.
    pub text: String,
    /// The code of the host that says so.
    pub span: SpanEntry,
}

/// Something that is known of a loop without an invariant that says it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct InferredEntry {
    /// The name of the loop: `loop1`, `loop1.2`, or `f.loop1` in an inlined function.
    pub r#loop: String,
    /// What the loop does, as a sentence.
    pub fact: String,
}

/// What a kernel's text says beside its tasks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OutlineEntry {
    /// Its barrier intervals: which lines may be executed between the same two barriers.
    pub intervals: Vec<IntervalEntry>,
    /// Its barriers.
    pub barriers: Vec<SpanEntry>,
    /// Its loops.
    pub loops: Vec<LoopEntry>,
    /// Clauses that are taken to hold: `requires` and `assume`.
    pub assumed: Vec<ClauseEntry>,
}

/// A barrier interval.
#[derive(Debug, Serialize, JsonSchema)]
pub struct IntervalEntry {
    /// The lines of its statements, in source order.
    pub lines: Vec<RangeEntry>,
}

/// Lines of a file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RangeEntry {
    /// The file.
    pub file: String,
    /// The first line.
    pub from: usize,
    /// The last line.
    pub to: usize,
}

/// What is said and known of a loop.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LoopEntry {
    /// `loop1`, `loop1.2`, or `f.loop1` in an inlined function.
    pub name: String,
    /// Its header.
    pub span: Option<SpanEntry>,
    /// Its invariants and its variant.
    pub given: Vec<ClauseEntry>,
    /// What it is known to do without an invariant that says it, a sentence each.
    pub inferred: Vec<String>,
}

/// A clause of an annotation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClauseEntry {
    /// As it stands in the source, on one line.
    pub text: String,
    /// Where it stands.
    pub span: SpanEntry,
}

/// A task and what became of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskEntry {
    /// `vectorAdd/loop1/invariant2/preserved`.
    pub id: String,
    /// The name that its clause has: `sorted` of `ensures sorted: P`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The kind of obligation: `ensures`, `bounds`, `race` and so on.
    pub kind: &'static str,
    /// What such tasks are called together, in words: "array bounds".
    pub title: &'static str,
    /// The line at which `span` begins.
    pub line: usize,
    /// The column at which `span` begins.
    pub column: usize,
    /// The annotation (or, where there is none, the expression) that gives rise to the task.
    pub span: SpanEntry,
    /// The statement at which it must hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement_span: Option<SpanEntry>,
    /// `proved`, `refuted`, `unknown` or `skipped`.
    #[schemars(extend("enum" = ["proved", "refuted", "unknown", "skipped"]))]
    pub verdict: &'static str,
    /// Why it is unknown or was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The launch that shows it false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Counterexample>,
    /// Of a clause that is unknown: its parts that are not proved, where others are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open_parts: Vec<SpanEntry>,
    /// Clauses any of which makes it hold, proved to do so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggested_requires: Vec<String>,
    /// A launch that meets the contract, of the task that asks for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met_by: Option<String>,
    /// Who decided it: a solver's name, `simplifier` or `interpreter`; null where nobody did.
    pub solver: Option<String>,
    /// Time spent on it, simplification included.
    pub seconds: f64,
    /// Rounds of extra heuristics that were spent.
    pub rounds: u32,
    /// Nodes before simplification.
    #[serde(serialize_with = "serialize_count")]
    #[schemars(with = "Number")]
    pub size_raw: u64,
    /// Nodes after simplification.
    #[serde(serialize_with = "serialize_count")]
    #[schemars(with = "Number")]
    pub size: u64,
    /// What became of it on its way to the solvers, for pages.
    #[serde(skip)]
    pub journey: Vec<Stage>,
}

/// Two accesses that race, or of which nobody has shown that they do not.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RaceEntry {
    /// The name of the array that both access.
    pub array: String,
    /// `write-write`, `read-write`, `atomic-write` and so on.
    pub kind: &'static str,
    /// Both always write one and the same value.
    pub same_value: bool,
    /// The access that stands first in the source.
    pub first: AccessEntry,
    /// The access that stands second, or the same one by another thread.
    pub second: AccessEntry,
    /// The cell at which a run saw the race; absent for surfaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<i64>,
    /// In place of an index, of a surface's cell: x in bytes, y, z or layer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coordinates: Vec<i64>,
    /// `true-race` or `possible`.
    #[schemars(extend("enum" = ["true-race", "possible"]))]
    pub proof: &'static str,
    /// A run showed it.
    pub confirmed: bool,
    /// The launch of that run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub launch: Option<LaunchShape>,
    /// A command line that runs it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Who touches what in that run, for pictures.
    #[serde(skip)]
    pub touches: Vec<Touch>,
    /// What of the two accesses is not followed exactly; empty for a true race.
    pub approximated: Vec<ApproximationEntry>,
    /// Clauses any of which excludes it, proved to do so.
    pub suggested_requires: Vec<String>,
}

/// Something that is not followed exactly.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ApproximationEntry {
    /// What it is: "a value read from `p`".
    pub what: String,
    /// Where it stands.
    pub span: SpanEntry,
}

/// One of the two accesses of a race.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AccessEntry {
    /// Where the access stands.
    pub span: SpanEntry,
    /// `read`, `write`, `atomic` or `atomic load`.
    pub access: &'static str,
    /// The thread that a run saw there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<ThreadIndex>,
    /// What that thread reads or writes there, where it is one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub value: Option<Scalar>,
}

/// A barrier that some threads of a block may reach without the others.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BarrierEntry {
    /// Where the barrier stands.
    pub span: SpanEntry,
    /// A run showed that it diverges.
    pub confirmed: bool,
    /// A thread that waits in vain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_in: Option<ThreadIndex>,
    /// A thread of the same block that does not come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_out: Option<ThreadIndex>,
    /// All threads that wait there, for pictures.
    #[serde(skip)]
    pub waiting: Vec<ThreadIndex>,
    /// The launch of that run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub launch: Option<LaunchShape>,
    /// A command line that runs it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What goes wrong in it, in a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
}

/// Something that stands in the way of a kernel.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FindingEntry {
    /// What is said of it.
    #[serde(flatten)]
    pub message: DiagnosticEntry,
    /// `refuted` where a run shows it, `unknown` where it is not proved, `unreached` where it is not modelled.
    pub status: Standing,
    /// The tasks that it is about.
    pub tasks: Vec<String>,
    /// The race that it is about, as a place in `races`, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<usize>,
    /// The same for the same finding when lines move: a hash of the code, the kernel, and the text at its places.
    pub fingerprint: String,
    /// Why it does not stand in the way of a success, where it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<AcceptedEntry>,
}

/// Why a finding is accepted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AcceptedEntry {
    /// `baseline` or `comment`.
    #[schemars(extend("enum" = ["baseline", "comment"]))]
    pub by: &'static str,
    /// What the comment says.
    pub reason: String,
}

/// An error, a warning or a note.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DiagnosticEntry {
    /// `E0102`: `gpuhoare explain` tells more of it.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    #[schemars(extend("enum" = ["error", "warning", "note"]))]
    pub severity: &'static str,
    /// What it is about, in a line.
    pub message: String,
    /// Null for the command line and the environment.
    pub span: Option<SpanEntry>,
    /// What is said at `span`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Other places that it mentions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<LabelEntry>,
    /// Reasons and help that belong to no place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Those of the notes that say what would help.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<String>,
}

/// A place and what is said there.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LabelEntry {
    /// The place.
    pub span: SpanEntry,
    /// What is said there, which may be nothing.
    pub text: String,
}

/// A construct that is not modelled.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UnsupportedEntry {
    /// What it is, in words: "inline assembly".
    pub construct: String,
    /// Where it stands.
    pub span: SpanEntry,
}

/// A place: lines and columns from 1, columns in characters, the end exclusive. All zero for a place
/// that no source text has.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SpanEntry {
    /// The name of the file; empty for a place that no source text has.
    pub file: String,
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
    /// The line of the end.
    pub end_line: usize,
    /// The column behind the last character.
    pub end_column: usize,
    /// The macro whose expansion the place came through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expansion_of: Option<String>,
}

/// Entries of messages.
pub fn diagnostics(sources: &Files, diagnostics: &[Diagnostic]) -> Vec<DiagnosticEntry> {
    diagnostics.iter().map(|diagnostic| diagnostic_entry(sources, diagnostic)).collect()
}

/// The entry of a message.
pub fn diagnostic_entry(sources: &Files, diagnostic: &Diagnostic) -> DiagnosticEntry {
    let related = |label: &Label| LabelEntry { span: span_entry(sources, label.span), text: label.text.clone() };
    DiagnosticEntry {
        code: diagnostic.code.0,
        severity: diagnostic.severity.name(),
        message: diagnostic.message.clone(),
        span: diagnostic.primary.as_ref().map(|label| span_entry(sources, label.span)),
        label: diagnostic.primary.as_ref().map(|label| label.text.clone()).unwrap_or_default(),
        related: diagnostic.secondary.iter().map(related).collect(),
        notes: diagnostic.notes.clone(),
        help: diagnostic.notes.iter().filter_map(|note| note.strip_prefix("help: ")).map(str::to_owned).collect(),
    }
}

/// The entry of a place.
pub fn span_entry(sources: &Files, span: Span) -> SpanEntry {
    if span.file.0 as usize >= sources.len() {
        return SpanEntry { file: String::new(), line: 0, column: 0, end_line: 0, end_column: 0, expansion_of: None };
    }
    let (start, end) = (sources.start(span), sources.finish(span));
    SpanEntry {
        file: sources.get(span.file).name.to_string(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        expansion_of: sources.expansion(span).map(|expansion| expansion.macro_name.to_string()),
    }
}
