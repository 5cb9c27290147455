//! The report of `gpuhoare run`: what one launch of one kernel did, for people and as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::base::{Diagnostic, Files, Severity, codes};
use crate::interp::outcome::FinalArray;
use crate::interp::{End, Outcome, Scalar, Setup, ThreadIndex, Violation};
use crate::kernel::ir::Kernel;

use super::counterexample::LaunchShape;
use super::document::SCHEMA;
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
            Some(Diagnostic::new(codes::E0790, Severity::Error, reason.clone()).at(*span, "the run ends here"))
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

#[derive(Serialize)]
struct Thread {
    block_idx: [u64; 3],
    thread_idx: [u64; 3],
}

fn thread(index: ThreadIndex) -> Thread {
    Thread { block_idx: index.block, thread_idx: index.thread }
}

/// The JSON document of a run.
pub fn document(execution: &Execution) -> String {
    let sources = &execution.sources;
    let mut document = json!({
        "tool": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "schema": SCHEMA,
        "command": "run",
        "seconds": execution.seconds,
        "diagnostics": execution.diagnostics.iter().map(|found| super::json::diagnostic_entry(sources, found)).collect::<Vec<_>>(),
    });
    if let (Some(Done { kernel, setup, outcome }), Some(fields)) = (&execution.done, document.as_object_mut()) {
        fields.extend(outcome_fields(sources, kernel, setup, outcome));
    }
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn outcome_fields(sources: &Files, kernel: &Kernel, setup: &Setup, outcome: &Outcome) -> Map<String, Value> {
    let arrays: BTreeMap<&str, Value> = outcome.arrays.iter().map(|array| (&*array.name, cells(array))).collect();
    let launch = LaunchShape { block_dim: setup.block, grid_dim: setup.grid };
    let reason = match &outcome.end {
        End::Undecided { reason, .. } => Some(reason.as_str()),
        End::StepLimit => Some("step limit"),
        End::Stopped => Some("stopped"),
        End::Finished | End::Violated | End::Unmet => None,
    };
    let fields = json!({
        "kernel": kernel.name,
        "launch": launch,
        "seed": setup.seed,
        "schedule": outcome.schedule.name(),
        "schedules": outcome.schedules,
        "outcome": end_name(outcome),
        "reason": reason,
        "meets_requires": outcome.meets_requires,
        "violations": outcome.violations.iter().map(|found| violation_entry(sources, kernel, found)).collect::<Vec<_>>(),
        "undecided": outcome.undecided.iter().map(|span| super::json::span_entry(sources, *span)).collect::<Vec<_>>(),
        "remarks": outcome.remarks.iter().map(|found| super::json::diagnostic_entry(sources, &violation::remark(found))).collect::<Vec<_>>(),
        "arrays": arrays,
        "steps": outcome.steps,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// The values from cell 0 on; an object of index and value where cells are scattered.
fn cells(array: &FinalArray) -> Value {
    let dense = array.cells.iter().enumerate().all(|(at, (index, ..))| *index == at as i64);
    match dense {
        true => json!(array.cells.iter().map(|(_, _, now)| now).collect::<Vec<_>>()),
        false => json!(array.cells.iter().map(|(index, _, now)| (index.to_string(), now)).collect::<BTreeMap<_, _>>()),
    }
}

/// A violation as part of a JSON document.
pub fn violation_entry(sources: &Files, kernel: &Kernel, found: &Violation) -> Value {
    let side = |seen: &Option<crate::interp::outcome::Seen>| seen.as_ref().and_then(|seen| seen.value.clone());
    let reason = found.reason.as_ref();
    let race = found.race.as_ref().map(|race| {
        let (key, place) = match race.coordinates.is_empty() {
            true => ("index", json!(race.index)),
            false => ("coordinates", json!(race.coordinates)),
        };
        json!({
            "array": race.array,
            key: place,
            "thread": thread(race.thread),
            "span": super::json::span_entry(sources, race.span),
            "writes": [race.kinds.0.writes(), race.kinds.1.writes()],
            "same_value": race.same_value,
        })
    });
    let iterations: BTreeMap<String, u64> = found
        .iterations
        .iter()
        .filter_map(|(id, count)| kernel.loops.get(*id as usize).map(|info| (info.name(), *count)))
        .collect();
    json!({
        "kind": found.kind.name(),
        "message": found.message,
        "span": super::json::span_entry(sources, found.span),
        "statement_span": super::json::span_entry(sources, found.statement),
        "thread": found.thread.map(thread),
        "bound": reason.map(|reason| reason.bound.iter().cloned().collect::<BTreeMap<_, _>>()),
        "expected": reason.and_then(|reason| side(&reason.right)),
        "found": reason.and_then(|reason| side(&reason.left)),
        "race": race,
        "iterations": iterations,
        "variables": found.locals.iter().cloned().collect::<BTreeMap<_, _>>(),
    })
}
