//! The JSON document (`--format json`): stable, one document for each run. Its fields are those of
//! `design.md`; a field is never given another meaning without a new [`SCHEMA`].

use serde::Serialize;

use crate::base::config::Contracts;
use crate::base::{Diagnostic, Files, Label, Span};
use crate::interp;
use crate::syntax::tree::Unsupported;

use super::conflict::{Conflict, Divergence, Side};
use super::counterexample::{Counterexample, LaunchShape, ThreadIndex, serialize_count};
use super::model::{FileReport, KernelReport, Launched, Run, TaskResult, TaskVerdict};

/// Grows when a reader of an older document would misread a newer one.
pub const SCHEMA: u32 = 1;

/// The document of every command but `run`, which has its own (`execution::document`).
#[derive(Debug, Serialize)]
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
    /// What a kernel must be to count as a success.
    pub required: RequiredEntry,
    /// What belongs to no file: the command line, the environment, solvers.
    pub diagnostics: Vec<DiagnosticEntry>,
    /// One entry for each file of the run.
    pub files: Vec<FileEntry>,
}

/// What a kernel must be, beyond its verdict, to count as a success: what `--require-contracts` and `--require-scope` ask for.
#[derive(Debug, Serialize)]
pub struct RequiredEntry {
    /// It has an `ensures`.
    pub contracts: bool,
    /// `every`: its verdict is about every launch; `launched`: those that its verdict is about are enough.
    pub scope: &'static str,
}

/// A file and its kernels.
#[derive(Debug, Serialize)]
pub struct FileEntry {
    /// As given on the command line.
    pub path: String,
    /// Those of the file and of all its kernels.
    pub diagnostics: Vec<DiagnosticEntry>,
    /// In source order.
    pub kernels: Vec<KernelEntry>,
}

/// A kernel, a lemma or a recursive definition, and what is known of it.
#[derive(Debug, Serialize)]
pub struct KernelEntry {
    /// `kernel`, or `lemma` for a lemma or a recursive definition.
    pub role: &'static str,
    /// With template arguments: `scan` or `scan<float>`.
    pub name: String,
    /// The line of its header, from 1.
    pub line: usize,
    /// `verified`, `safe`, `refuted`, `unknown`, `unsupported`, `modelled`, `race-free` or `racy`.
    pub verdict: &'static str,
    /// Which launches that is about: `every-launch` (that meets `requires`), `given-launch` (`--block`, `--grid`), or
    /// `as-launched`: those in `launched`.
    pub scope: &'static str,
    /// The launches that the program makes, where the verdict is about them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub launched: Vec<LaunchedEntry>,
    /// Whether it counts as a success for the exit code: the verdict is one, and all that is required.
    pub success: bool,
    /// What had obligations or was shown to have none: `functional`, `races`, `barriers`, `bounds` and so on.
    pub checked: Vec<String>,
    /// What was not looked at, in words.
    pub not_checked: Vec<String>,
    /// What the verdict rests on, a sentence each.
    pub assumptions: Vec<String>,
    /// What is known of loops without an invariant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inferred: Vec<InferredEntry>,
    /// Time for making and simplifying tasks.
    pub vc_seconds: f64,
    /// Time in solvers, summed over processes.
    pub smt_seconds: f64,
    /// Nodes of all tasks before simplification.
    #[serde(serialize_with = "serialize_count")]
    pub vc_size_raw: u64,
    /// Nodes of all tasks after simplification.
    #[serde(serialize_with = "serialize_count")]
    pub vc_size: u64,
    /// What became of each of its tasks.
    pub tasks: Vec<TaskEntry>,
    /// Races that are possible or confirmed, one for each two places.
    pub races: Vec<RaceEntry>,
    /// Barriers that may diverge.
    pub barriers: Vec<BarrierEntry>,
    /// What is not modelled: where there is something, nothing is claimed about the kernel.
    pub unsupported: Vec<UnsupportedEntry>,
}

/// A launch of the program, with what is known of it.
#[derive(Debug, Serialize)]
pub struct LaunchedEntry {
    /// Where it stands.
    pub span: SpanEntry,
    /// The headers of the host's functions on the way there, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<SpanEntry>,
    /// What is known of it.
    pub facts: Vec<FactEntry>,
    /// What follows for these launches.
    pub verdict: &'static str,
    /// The program makes each launch that meets the facts, for some input.
    pub realised: bool,
}

/// Something that holds of a launch.
#[derive(Debug, Serialize)]
pub struct FactEntry {
    /// As one writes it behind `requires`, where only parameters occur.
    pub text: String,
    /// The code of the host that says so.
    pub span: SpanEntry,
}

/// Something that is known of a loop without an invariant that says it.
#[derive(Debug, Serialize)]
pub struct InferredEntry {
    /// The name of the loop: `loop1`, `loop1.2`, or `f.loop1` in an inlined function.
    pub r#loop: String,
    /// What the loop does, as a sentence.
    pub fact: String,
}

/// A task and what became of it.
#[derive(Debug, Serialize)]
pub struct TaskEntry {
    /// `vectorAdd/loop1/invariant2/preserved`.
    pub id: String,
    /// The kind of obligation: `ensures`, `bounds`, `race` and so on.
    pub kind: &'static str,
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
    pub verdict: &'static str,
    /// Why it is unknown or was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The launch that shows it false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Counterexample>,
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
    pub size_raw: u64,
    /// Nodes after simplification.
    #[serde(serialize_with = "serialize_count")]
    pub size: u64,
}

/// Two accesses that race, or of which nobody has shown that they do not.
#[derive(Debug, Serialize)]
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
    pub proof: &'static str,
    /// A run showed it.
    pub confirmed: bool,
    /// The launch of that run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub launch: Option<LaunchShape>,
    /// A command line that runs it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What of the two accesses is not followed exactly; empty for a true race.
    pub approximated: Vec<ApproximationEntry>,
    /// Clauses any of which excludes it, proved to do so.
    pub suggested_requires: Vec<String>,
}

/// Something that is not followed exactly.
#[derive(Debug, Serialize)]
pub struct ApproximationEntry {
    /// What it is: "a value read from `p`".
    pub what: String,
    /// Where it stands.
    pub span: SpanEntry,
}

/// One of the two accesses of a race.
#[derive(Debug, Serialize)]
pub struct AccessEntry {
    /// Where the access stands.
    pub span: SpanEntry,
    /// `read`, `write`, `atomic` or `atomic load`.
    pub access: &'static str,
    /// The thread that a run saw there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<ThreadIndex>,
}

/// A barrier that some threads of a block may reach without the others.
#[derive(Debug, Serialize)]
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

/// An error, a warning or a note.
#[derive(Debug, Serialize)]
pub struct DiagnosticEntry {
    /// `E0102`: `gpuhoare explain` tells more of it.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
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
}

/// A place and what is said there.
#[derive(Debug, Serialize)]
pub struct LabelEntry {
    /// The place.
    pub span: SpanEntry,
    /// What is said there, which may be nothing.
    pub text: String,
}

/// A construct that is not modelled.
#[derive(Debug, Serialize)]
pub struct UnsupportedEntry {
    /// What it is, in words: "inline assembly".
    pub construct: String,
    /// Where it stands.
    pub span: SpanEntry,
}

/// A place: lines and columns from 1, columns in characters, the end exclusive. All zero for a place
/// that no source text has.
#[derive(Debug, Serialize)]
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

/// The document as text, indented, with a final newline.
pub fn text(run: &Run) -> String {
    let mut text = serde_json::to_string_pretty(&document(run)).expect("every key of the document is a string");
    text.push('\n');
    text
}

/// The document as data.
pub fn document(run: &Run) -> Document {
    Document {
        tool: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        schema: SCHEMA,
        command: run.command.map(|command| command.name()),
        seconds: round(run.seconds),
        interrupted: run.interrupted,
        required: RequiredEntry {
            contracts: run.required.contracts == Contracts::Required,
            scope: run.required.scope.name(),
        },
        diagnostics: diagnostics(&run.sources, &run.diagnostics),
        files: run.files.iter().map(|file| file_entry(run, file)).collect(),
    }
}

/// The diagnostics of kernels stand with their file's: readers look in one place.
fn file_entry(run: &Run, file: &FileReport) -> FileEntry {
    let sources = &run.sources;
    let of_kernels = file.kernels.iter().flat_map(|kernel| diagnostics(sources, &kernel.diagnostics));
    FileEntry {
        path: file.path.clone(),
        diagnostics: diagnostics(sources, &file.diagnostics).into_iter().chain(of_kernels).collect(),
        kernels: file.kernels.iter().map(|kernel| kernel_entry(run, kernel)).collect(),
    }
}

fn launched_entry(sources: &Files, launched: &Launched) -> LaunchedEntry {
    let fact = |(text, span): &(String, Span)| FactEntry { text: text.clone(), span: span_entry(sources, *span) };
    LaunchedEntry {
        span: span_entry(sources, launched.place),
        calls: launched.calls.iter().map(|call| span_entry(sources, *call)).collect(),
        facts: launched.facts.iter().map(fact).collect(),
        verdict: launched.verdict.name(),
        realised: launched.is_realised,
    }
}

fn kernel_entry(run: &Run, kernel: &KernelReport) -> KernelEntry {
    let sources = &run.sources;
    KernelEntry {
        role: kernel.role.name(),
        name: kernel.name.clone(),
        line: span_entry(sources, kernel.span).line,
        verdict: kernel.verdict.name(),
        scope: kernel.scope.name(),
        launched: kernel.scope.launched().iter().map(|launched| launched_entry(sources, launched)).collect(),
        success: run.is_enough(kernel),
        checked: kernel.coverage.checked.clone(),
        not_checked: kernel.coverage.not_checked.clone(),
        assumptions: kernel.assumptions.clone(),
        inferred: kernel
            .inferred
            .iter()
            .map(|(name, fact)| InferredEntry { r#loop: name.clone(), fact: fact.clone() })
            .collect(),
        vc_seconds: round(kernel.cost.vc_seconds),
        smt_seconds: round(kernel.cost.smt_seconds),
        vc_size_raw: kernel.cost.vc_size_raw,
        vc_size: kernel.cost.vc_size,
        tasks: kernel.tasks.iter().map(|task| task_entry(sources, task)).collect(),
        races: kernel.races.iter().map(|found| race_entry(sources, found)).collect(),
        barriers: kernel.barriers.iter().map(|found| barrier_entry(sources, found)).collect(),
        unsupported: kernel.unsupported.iter().map(|found| unsupported_entry(sources, found)).collect(),
    }
}

fn task_entry(sources: &Files, task: &TaskResult) -> TaskEntry {
    let span = span_entry(sources, task.span);
    let counterexample = match &task.verdict {
        TaskVerdict::Refuted { counterexample } => counterexample.as_deref().cloned(),
        TaskVerdict::Proved | TaskVerdict::Unknown { .. } | TaskVerdict::Skipped { .. } => None,
    };
    TaskEntry {
        id: task.id.clone(),
        kind: task.kind.name(),
        line: span.line,
        column: span.column,
        span,
        statement_span: task.statement_span.map(|span| span_entry(sources, span)),
        verdict: task.verdict.name(),
        reason: task.verdict.reason().map(str::to_string),
        counterexample,
        suggested_requires: task.suggested_requires.clone(),
        met_by: task.met_by.clone(),
        solver: task.solver.clone(),
        seconds: round(task.seconds),
        rounds: task.rounds,
        size_raw: task.size_raw,
        size: task.size,
    }
}

fn race_entry(sources: &Files, found: &Conflict) -> RaceEntry {
    let approximation =
        |(what, span): &(String, Span)| ApproximationEntry { what: what.clone(), span: span_entry(sources, *span) };
    let side = |side: &Side, thread: Option<interp::ThreadIndex>| AccessEntry {
        span: span_entry(sources, side.span),
        access: side.access.name(),
        thread: thread.map(thread_index),
    };
    let witness = found.witness.as_ref();
    let [first, second] = match witness {
        Some(meeting) => meeting.threads.map(Some),
        None => [None, None],
    };
    RaceEntry {
        array: found.array.clone(),
        kind: found.kind(),
        same_value: found.same_value,
        first: side(&found.first, first),
        second: side(&found.second, second),
        index: witness.filter(|meeting| meeting.coordinates.is_empty()).map(|meeting| meeting.index),
        coordinates: witness.map_or_else(Vec::new, |meeting| meeting.coordinates.clone()),
        proof: found.proof.name(),
        confirmed: witness.is_some(),
        launch: witness.map(|meeting| meeting.run.launch),
        command: witness.map(|meeting| meeting.run.command.clone()),
        suggested_requires: found.suggested_requires.clone(),
        approximated: found.approximated.iter().map(approximation).collect(),
    }
}

fn barrier_entry(sources: &Files, found: &Divergence) -> BarrierEntry {
    let run = found.witness.as_ref();
    BarrierEntry {
        span: span_entry(sources, found.span),
        confirmed: run.is_some(),
        thread_in: run.and_then(|run| run.thread),
        thread_out: found.missing.map(thread_index),
        launch: run.map(|run| run.launch),
        command: run.map(|run| run.command.clone()),
        explanation: run.map(|run| run.explanation.clone()),
    }
}

fn thread_index(thread: interp::ThreadIndex) -> ThreadIndex {
    ThreadIndex { block_idx: thread.block, thread_idx: thread.thread }
}

fn unsupported_entry(sources: &Files, found: &Unsupported) -> UnsupportedEntry {
    UnsupportedEntry { construct: found.construct.clone(), span: span_entry(sources, found.span) }
}

fn diagnostics(sources: &Files, diagnostics: &[Diagnostic]) -> Vec<DiagnosticEntry> {
    diagnostics.iter().map(|diagnostic| diagnostic_entry(sources, diagnostic)).collect()
}

pub(super) fn diagnostic_entry(sources: &Files, diagnostic: &Diagnostic) -> DiagnosticEntry {
    let related = |label: &Label| LabelEntry { span: span_entry(sources, label.span), text: label.text.clone() };
    DiagnosticEntry {
        code: diagnostic.code.0,
        severity: diagnostic.severity.name(),
        message: diagnostic.message.clone(),
        span: diagnostic.primary.as_ref().map(|label| span_entry(sources, label.span)),
        label: diagnostic.primary.as_ref().map(|label| label.text.clone()).unwrap_or_default(),
        related: diagnostic.secondary.iter().map(related).collect(),
        notes: diagnostic.notes.clone(),
    }
}

pub(super) fn span_entry(sources: &Files, span: Span) -> SpanEntry {
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

/// Seconds to the microsecond; finer digits are noise.
fn round(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::base::codes;
    use crate::base::config::RequiredScope;
    use crate::report::{Command, KernelVerdict};
    use crate::tasks::TaskKind;

    fn example() -> Run {
        let mut sources = Files::new();
        let file = sources.add("k.cu", "//@ ensures a[0] == 1;\n__global__ void k(int *a) {}\n");
        let clause = Span::new(file, 12, 21);
        let task = TaskResult {
            verdict: TaskVerdict::Unknown { reason: "z3: time limit".to_string() },
            size_raw: (1 << 53) + 1,
            seconds: 0.1234567,
            ..TaskResult::new("k/ensures1", TaskKind::Ensures, clause)
        };
        let kernel = KernelReport {
            verdict: KernelVerdict::Unknown,
            tasks: vec![task],
            unsupported: vec![Unsupported { construct: "asm".to_string(), span: clause }],
            ..KernelReport::new("k", Span::new(file, 23, 48))
        };
        let mut run = Run::new(Command::Prove, sources);
        run.diagnostics.push(Diagnostic::new(codes::E0001, crate::base::Severity::Error, "no such file"));
        run.files.push(FileReport {
            path: "k.cu".to_string(),
            diagnostics: vec![Diagnostic::error(codes::E0002, clause, "bad").note("try this")],
            kernels: vec![kernel],
        });
        run
    }

    #[test]
    fn the_document_has_the_fields_of_the_design() {
        let read: Value = serde_json::from_str(&text(&example())).unwrap();
        assert_eq!(read["tool"], "gpuhoare");
        assert_eq!((&read["command"], &read["interrupted"]), (&json!("prove"), &json!(false)));
        assert_eq!(read["diagnostics"][0]["span"], Value::Null);
        let file = &read["files"][0];
        let span = json!({"file": "k.cu", "line": 1, "column": 13, "end_line": 1, "end_column": 22});
        assert_eq!(file["diagnostics"][0]["span"], span);
        assert_eq!(file["diagnostics"][0]["notes"], json!(["try this"]));
        let kernel = &file["kernels"][0];
        assert_eq!((&kernel["line"], &kernel["verdict"]), (&json!(2), &json!("unknown")));
        assert_eq!((&kernel["races"], &kernel["barriers"]), (&json!([]), &json!([])));
        assert_eq!(kernel["unsupported"], json!([{"construct": "asm", "span": span}]));
        let task = &kernel["tasks"][0];
        assert_eq!((&task["kind"], &task["reason"]), (&json!("ensures"), &json!("z3: time limit")));
        assert_eq!(task["size_raw"], "9007199254740993");
        assert_eq!(task["seconds"], 0.123457);
        assert!(task.get("counterexample").is_none());
    }

    #[test]
    fn what_is_required_is_said_and_whether_a_kernel_is_it() {
        let mut run = example();
        let scope = crate::report::Scope::GivenLaunch;
        let kernel = KernelReport { verdict: KernelVerdict::RaceFree, scope, ..run.files[0].kernels.remove(0) };
        run.files[0].kernels.push(kernel);
        for (scope, success) in [(RequiredScope::Launched, true), (RequiredScope::Every, false)] {
            run.required.scope = scope;
            let read: Value = serde_json::from_str(&text(&run)).unwrap();
            assert_eq!(read["required"], json!({"contracts": false, "scope": scope.name()}));
            let kernel = &read["files"][0]["kernels"][0];
            let said = (&kernel["verdict"], &kernel["scope"], &kernel["success"]);
            assert_eq!(said, (&json!("race-free"), &json!("given-launch"), &json!(success)));
        }
    }
}
