//! The report of `gpuhoare run`: what one launch of one kernel did, for people and as JSON.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::base::{Diagnostic, Files, Severity, codes};
use crate::interp::outcome::{FinalArray, INEXACT, Seen};
use crate::interp::{self, End, Outcome, Scalar, Setup, Violation};
use crate::kernel::ir::Kernel;

use super::counterexample::{LaunchShape, ThreadIndex, Value as ValueEntry};
use super::document::{DiagnosticEntry, SCHEMA, SpanEntry, diagnostics, span_entry};
use super::render::{Style, Text, Tone, place};
use super::status::ExitStatus;
use super::violation;

/// What became of a run.
#[derive(Debug)]
pub struct Execution {
    /// The texts that spans point into.
    pub sources: Files,
    /// What stands in the way of running at all, and remarks on inputs.
    pub diagnostics: Vec<Diagnostic>,
    /// The run; none where something stood in the way.
    pub done: Option<Done>,
    /// Wall clock of the whole command.
    pub seconds: f64,
}

/// A run that took place.
#[derive(Debug)]
pub struct Done {
    /// The kernel that was run.
    pub kernel: Kernel,
    /// Its launch and inputs.
    pub setup: Setup,
    /// What the run showed.
    pub outcome: Outcome,
}

impl Execution {
    /// Success only where the launch meets the contract, every clause was decided and nothing is violated.
    pub fn exit_status(&self) -> ExitStatus {
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return ExitStatus::BadInput;
        }
        match self.done.as_ref().map(|done| (&done.outcome.end, done.outcome.violations.is_empty())) {
            None | Some((End::Unmet, _)) => ExitStatus::BadInput,
            Some((End::Finished, true)) if self.done.as_ref().is_some_and(|done| is_decided(&done.outcome)) => {
                ExitStatus::Success
            }
            Some((End::Finished | End::Violated | End::Undecided { .. } | End::StepLimit | End::Stopped, _)) => {
                ExitStatus::NotVerified
            }
        }
    }
}

/// Whether every clause was decided.
fn is_decided(outcome: &Outcome) -> bool {
    outcome.meets_requires.is_some() && outcome.undecided.is_empty()
}

/// The end in a word: part of the JSON document.
fn end_name(outcome: &Outcome) -> &'static str {
    match &outcome.end {
        _ if outcome.violations.iter().any(|found| violation::task_kind(found.kind).is_some()) => "violated",
        End::Finished if is_decided(outcome) => "ok",
        End::Finished => "undecided",
        End::Violated => "violated",
        End::Unmet => "requires-not-met",
        End::Undecided { .. } | End::StepLimit | End::Stopped => "undecided",
    }
}

fn end_sentence(outcome: &Outcome) -> String {
    match (end_name(outcome), &outcome.end) {
        ("requires-not-met", _) => "not run: the launch does not meet the contract".to_owned(),
        (_, End::Undecided { reason, .. }) => format!("undecided: {reason}"),
        (_, End::StepLimit) => "undecided: step limit".to_owned(),
        ("undecided", _) => "undecided: not every clause was decided".to_owned(),
        (name, _) => name.to_owned(),
    }
}

/// The report as text for people, without the diagnostics that have no place.
pub fn human(execution: &Execution, style: Style) -> String {
    let mut text = Text::new(style);
    let sources = &execution.sources;
    for found in execution.diagnostics.iter().filter(|found| found.primary.is_some()) {
        text.push_diagnostic(sources, found);
    }
    let Some(Done { kernel, setup, outcome }) = &execution.done else { return text.finish() };
    text.push_toned(Tone::Heading, &kernel.name);
    text.push(&format!(" ({}): ", place(sources, kernel.span)));
    let tone = match end_name(outcome) {
        "ok" => Tone::Good,
        "violated" => Tone::Bad,
        _ => Tone::Doubtful,
    };
    text.push_toned(tone, &end_sentence(outcome));
    let launch = format!("block {}, grid {}", dimensions(setup.block), dimensions(setup.grid));
    let schedules = if outcome.schedules > 1 { format!(", {} schedules", outcome.schedules) } else { String::new() };
    text.push(&format!(
        "\n    {launch}, seed {}, {}{schedules}, {} steps\n\n",
        setup.seed,
        outcome.schedule.name(),
        outcome.steps
    ));
    for message in messages(sources, kernel, outcome) {
        text.push_diagnostic(sources, &message);
    }
    for array in &outcome.arrays {
        text.push(&format!("{}\n", contents(array)));
    }
    text.finish()
}

fn messages(sources: &Files, kernel: &Kernel, outcome: &Outcome) -> Vec<Diagnostic> {
    let violations = outcome.violations.iter().map(|found| violation::diagnostic(sources, kernel, found));
    let undecided = outcome
        .undecided
        .iter()
        .map(|span| Diagnostic::new(codes::W0790, Severity::Note, "this was not decided").at(*span, ""));
    let end = match &outcome.end {
        End::Undecided { reason, span } => {
            let found = Diagnostic::new(codes::E0790, Severity::Error, reason.clone()).at(*span, "the run ends here");
            Some(match reason == INEXACT {
                true => found.note("help: `--float ieee` computes it with floats, as the machine does"),
                false => found,
            })
        }
        End::Finished | End::Violated | End::Unmet | End::StepLimit | End::Stopped => None,
    };
    violations.chain(end).chain(undecided).chain(outcome.remarks.iter().map(violation::remark)).collect()
}

/// `64`, `8,8`: dimensions as the command line takes them.
pub fn dimensions([x, y, z]: [u64; 3]) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (_, 1) => format!("{x},{y}"),
        _ => format!("{x},{y},{z}"),
    }
}

/// `c = [1, 2, 3]`, long ones and scattered ones in part.
fn contents(array: &FinalArray) -> String {
    const SHOWN: usize = 64;
    let value = |value: &Option<Scalar>| value.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
    let dense = array.cells.iter().enumerate().all(|(at, (index, ..))| *index == at as i64);
    let cells: Vec<String> = array
        .cells
        .iter()
        .take(SHOWN)
        .map(|(index, _, now)| if dense { value(now) } else { format!("{index}: {}", value(now)) })
        .collect();
    let more = array.cells.len().saturating_sub(SHOWN);
    let more = match (more, array.complete) {
        (0, true) => String::new(),
        (_, true) => format!(", ... {more} more"),
        (_, false) => format!(", ... more than {more} more"),
    };
    format!("{} = [{}{more}]", array.name, cells.join(", "))
}

/// The document of `run`.
#[derive(Serialize, JsonSchema)]
pub struct RunDocument {
    /// Always `gpuhoare`.
    tool: &'static str,
    /// The version of the tool: `0.1.0`.
    version: &'static str,
    /// The form of the document.
    schema: u32,
    /// Always `run`.
    command: &'static str,
    /// Wall clock of the whole run.
    seconds: f64,
    /// What stands in the way of running at all, and remarks on inputs.
    diagnostics: Vec<DiagnosticEntry>,
    /// The run, where there was one.
    #[serde(flatten)]
    done: Option<DoneEntry>,
}

/// What one launch showed.
#[derive(Serialize, JsonSchema)]
struct DoneEntry {
    /// The kernel, with template arguments.
    kernel: String,
    /// The numbers of threads and blocks.
    launch: LaunchShape,
    /// What decides values that nobody gave.
    seed: u64,
    /// The order of threads.
    #[schemars(extend("enum" = ["lockstep", "reverse", "random", "exhaustive"]))]
    schedule: &'static str,
    /// Orders that were tried.
    schedules: u64,
    /// How it ended.
    #[schemars(extend("enum" = ["ok", "violated", "undecided", "requires-not-met"]))]
    outcome: &'static str,
    /// Why it is undecided.
    reason: Option<String>,
    /// Whether the launch meets the contract; null where that is not decided.
    meets_requires: Option<bool>,
    /// What went wrong.
    violations: Vec<ViolationEntry>,
    /// Clauses that were not decided.
    undecided: Vec<SpanEntry>,
    /// What is no violation, but worth to be known.
    remarks: Vec<DiagnosticEntry>,
    /// What arrays of global memory hold at the end.
    arrays: BTreeMap<String, CellsEntry>,
    /// Statements of threads.
    steps: u64,
}

/// The cells of an array.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum CellsEntry {
    /// From cell 0 on.
    Dense(#[schemars(with = "Vec<Option<ValueEntry>>")] Vec<Option<Scalar>>),
    /// By index, where they are scattered.
    Scattered(#[schemars(with = "BTreeMap<String, Option<ValueEntry>>")] BTreeMap<String, Option<Scalar>>),
}

/// Something that goes wrong in a run.
#[derive(Serialize, JsonSchema)]
pub struct ViolationEntry {
    /// The kind of task that it violates.
    kind: &'static str,
    /// What goes wrong, in words.
    message: String,
    /// The clause, access or operation.
    span: SpanEntry,
    /// The statement that was being executed.
    statement_span: SpanEntry,
    /// The thread; null where it is none alone.
    thread: Option<ThreadIndex>,
    /// Bound variables of the clause, by name.
    #[schemars(with = "Option<BTreeMap<String, ValueEntry>>")]
    bound: Option<BTreeMap<String, Scalar>>,
    /// The right side of a comparison that decides.
    #[schemars(with = "Option<ValueEntry>")]
    expected: Option<Scalar>,
    /// The left side.
    #[schemars(with = "Option<ValueEntry>")]
    found: Option<Scalar>,
    /// The other access of a race.
    race: Option<RaceWithEntry>,
    /// Finished iterations of the loops around, by name.
    iterations: BTreeMap<String, u64>,
    /// The thread's variables.
    #[schemars(with = "BTreeMap<String, ValueEntry>")]
    variables: BTreeMap<String, Scalar>,
    /// Of an invariant that an iteration breaks: the thread's variables before it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<String, ValueEntry>")]
    variables_before: BTreeMap<String, Scalar>,
}

/// The other access of a race.
#[derive(Serialize, JsonSchema)]
struct RaceWithEntry {
    /// The name of the array.
    array: String,
    /// The cell; absent for surfaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<i64>,
    /// In place of an index, of a surface's cell: x in bytes, y, z or layer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    coordinates: Vec<i64>,
    /// The thread.
    thread: ThreadIndex,
    /// Where its access stands.
    span: SpanEntry,
    /// Whether this access writes, and whether the other one does.
    writes: [bool; 2],
    /// Both write one value.
    same_value: bool,
}

fn thread(index: interp::ThreadIndex) -> ThreadIndex {
    ThreadIndex { block_idx: index.block, thread_idx: index.thread }
}

/// The JSON document of a run.
pub fn document(execution: &Execution) -> String {
    let sources = &execution.sources;
    let document = RunDocument {
        tool: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        schema: SCHEMA,
        command: "run",
        seconds: execution.seconds,
        diagnostics: diagnostics(sources, &execution.diagnostics),
        done: execution.done.as_ref().map(|done| done_entry(sources, done)),
    };
    let mut text = serde_json::to_string_pretty(&document).expect("every key of the document is a string");
    text.push('\n');
    text
}

fn done_entry(sources: &Files, Done { kernel, setup, outcome }: &Done) -> DoneEntry {
    let reason = match &outcome.end {
        End::Undecided { reason, .. } => Some(reason.clone()),
        End::StepLimit => Some("step limit".to_owned()),
        End::Stopped => Some("stopped".to_owned()),
        End::Finished | End::Violated | End::Unmet => None,
    };
    let remarks: Vec<Diagnostic> = outcome.remarks.iter().map(violation::remark).collect();
    DoneEntry {
        kernel: kernel.name.clone(),
        launch: LaunchShape { block_dim: setup.block, grid_dim: setup.grid },
        seed: setup.seed,
        schedule: outcome.schedule.name(),
        schedules: outcome.schedules,
        outcome: end_name(outcome),
        reason,
        meets_requires: outcome.meets_requires,
        violations: outcome.violations.iter().map(|found| violation_entry(sources, kernel, found)).collect(),
        undecided: outcome.undecided.iter().map(|span| span_entry(sources, *span)).collect(),
        remarks: diagnostics(sources, &remarks),
        arrays: outcome.arrays.iter().map(|array| (array.name.clone(), cells(array))).collect(),
        steps: outcome.steps,
    }
}

/// The values from cell 0 on; by index where cells are scattered.
fn cells(array: &FinalArray) -> CellsEntry {
    let dense = array.cells.iter().enumerate().all(|(at, (index, ..))| *index == at as i64);
    let cells = array.cells.iter().map(|(index, _, now)| (index, now.clone()));
    match dense {
        true => CellsEntry::Dense(cells.map(|(_, now)| now).collect()),
        false => CellsEntry::Scattered(cells.map(|(index, now)| (index.to_string(), now)).collect()),
    }
}

/// A violation as part of a JSON document.
pub fn violation_entry(sources: &Files, kernel: &Kernel, found: &Violation) -> ViolationEntry {
    let side = |seen: &Option<Seen>| seen.as_ref().and_then(|seen| seen.value.clone());
    let reason = found.reason.as_ref();
    let race = found.race.as_ref().map(|race| RaceWithEntry {
        array: race.array.clone(),
        index: race.coordinates.is_empty().then_some(race.index),
        coordinates: race.coordinates.clone(),
        thread: thread(race.thread),
        span: span_entry(sources, race.span),
        writes: [race.kinds.0.writes(), race.kinds.1.writes()],
        same_value: race.same_value,
    });
    let iterations =
        found.iterations.iter().filter_map(|(id, count)| Some((kernel.loops.get(*id as usize)?.name(), *count)));
    ViolationEntry {
        kind: found.kind.name(),
        message: found.message.clone(),
        span: span_entry(sources, found.span),
        statement_span: span_entry(sources, found.statement),
        thread: found.thread.map(thread),
        bound: reason.map(|reason| reason.bound.iter().cloned().collect()),
        expected: reason.and_then(|reason| side(&reason.right)),
        found: reason.and_then(|reason| side(&reason.left)),
        race,
        iterations: iterations.collect(),
        variables: found.locals.iter().cloned().collect(),
        variables_before: found.before.iter().cloned().collect(),
    }
}
