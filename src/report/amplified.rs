//! The report of `gpuhoare amplify`: what one launch shows of all data, for people and as JSON.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::base::{Diagnostic, Files, Severity, Span, codes};
use crate::interp::{Amplified, AmplifiedEnd, Setup, Sink, Source, ViolationKind};
use crate::kernel::ir::{ArrayId, Kernel, LocalId, LocalRole, Space};

use super::counterexample::LaunchShape;
use super::document::SCHEMA;
use super::execution::{Execution, Shown, dimensions, violation_entry};
use super::render::{Style, Text, Tone, place};
use super::status::ExitStatus;
use super::violation;

/// A launch that was run for all data.
#[derive(Debug)]
pub struct Launched {
    /// The kernel that was run.
    pub kernel: Kernel,
    /// Its launch and inputs.
    pub setup: Setup,
    /// What it showed.
    pub found: Amplified,
}

impl Shown for Launched {
    /// Success only where nothing can go wrong, whatever the data are.
    fn exit_status(execution: &Execution<Launched>) -> ExitStatus {
        let errors: Vec<&Diagnostic> = execution.diagnostics.iter().filter(|found| found.is_error()).collect();
        match &execution.done {
            _ if !errors.is_empty() && errors.iter().all(|found| found.code == codes::E0500) => ExitStatus::NotVerified,
            Some(done) if errors.is_empty() && verdict(&done.found) == "race-free" => ExitStatus::Success,
            Some(_) if errors.is_empty() => ExitStatus::NotVerified,
            Some(_) | None => ExitStatus::BadInput,
        }
    }

    fn human(execution: &Execution<Launched>, style: Style) -> String {
        human(execution, style)
    }

    fn document(execution: &Execution<Launched>) -> String {
        document(execution)
    }
}

/// The verdict of the launch, for all data.
fn verdict(found: &Amplified) -> &'static str {
    if found.violations.iter().any(|violation| violation.kind == ViolationKind::Race) {
        "racy"
    } else if !found.violations.is_empty() {
        "refuted"
    } else if matches!(found.end, AmplifiedEnd::Finished) && found.possible.is_empty() {
        "race-free"
    } else {
        "unknown"
    }
}

/// Why nothing is claimed.
fn reason(found: &Amplified) -> Option<String> {
    match &found.end {
        _ if verdict(found) != "unknown" => None,
        AmplifiedEnd::Depends { .. } => Some("depends on data".to_owned()),
        AmplifiedEnd::Undecided { reason, .. } => Some(reason.clone()),
        AmplifiedEnd::StepLimit => Some(format!("step limit: {} steps were executed", found.steps)),
        AmplifiedEnd::Finished | AmplifiedEnd::Violated => {
            Some("something goes wrong if data lead both ways at a branch".to_owned())
        }
    }
}

/// What the verdict covers.
fn checked(kernel: &Kernel, setup: &Setup, found: &Amplified) -> Vec<&'static str> {
    let is_bounded = kernel
        .arrays
        .iter()
        .enumerate()
        .any(|(at, array)| array.space != Space::Global || setup.arrays.contains_key(&ArrayId(at as u32)));
    let all = [
        ("no data races", true),
        ("barriers are reached by whole blocks", true),
        ("array bounds", is_bounded),
        ("divisions", !found.open.contains(&ViolationKind::Division)),
    ];
    all.into_iter().filter(|(_, covers)| *covers).map(|(name, _)| name).collect()
}

/// Arrays without a length, whose bounds nobody checks.
fn unbounded<'k>(kernel: &'k Kernel, setup: &Setup) -> Vec<&'k str> {
    let arrays = kernel
        .arrays
        .iter()
        .enumerate()
        .filter(|(at, array)| array.space == Space::Global && !setup.arrays.contains_key(&ArrayId(*at as u32)));
    arrays.map(|(_, array)| array.name.as_str()).collect()
}

/// Parameters and variables of the file whose value does not matter.
fn free_scalars<'k>(kernel: &'k Kernel, fixed: &BTreeSet<LocalId>) -> Vec<&'k str> {
    let locals = kernel.locals.iter().enumerate();
    let free = locals.filter(|(at, local)| {
        matches!(local.role, LocalRole::Param | LocalRole::Global) && !fixed.contains(&LocalId(*at as u32))
    });
    free.map(|(_, local)| local.name.as_str()).collect()
}

/// Arrays of global memory whose contents do not matter.
fn free_contents<'k>(kernel: &'k Kernel, found: &Amplified) -> Vec<&'k str> {
    let arrays = kernel
        .arrays
        .iter()
        .enumerate()
        .filter(|(at, array)| array.space == Space::Global && !found.contents.contains(&ArrayId(*at as u32)));
    arrays.map(|(_, array)| array.name.as_str()).collect()
}

/// `n = 1000`
fn fixed_scalars(kernel: &Kernel, setup: &Setup, found: &Amplified) -> Vec<(String, String)> {
    let name = |local: &LocalId| kernel.locals[local.index()].name.clone();
    let value = |local: &LocalId| setup.scalars.get(local).map_or_else(|| "?".to_owned(), ToString::to_string);
    found.scalars.iter().map(|local| (name(local), value(local))).collect()
}

fn named(kernel: &Kernel, source: Source) -> String {
    match source {
        Source::Scalar(local) => format!("the value of `{}`", kernel.locals[local.index()].name),
        Source::Contents(array) => format!("the contents of `{}`", kernel.arrays[array.index()].name),
        Source::Uninitialised => "memory that nobody has written".to_owned(),
        Source::Atomic => "what an atomic operation finds, which hangs on the order of threads".to_owned(),
        Source::Anything => {
            "a value that is not the same in every run or on every machine: a clock, which lanes are active, a rounded function"
                .to_owned()
        }
    }
}

fn human(execution: &Execution<Launched>, style: Style) -> String {
    let mut text = Text::new(style);
    let sources = &execution.sources;
    for found in execution.diagnostics.iter().filter(|found| found.primary.is_some()) {
        text.push_diagnostic(sources, found);
    }
    let Some(Launched { kernel, setup, found }) = &execution.done else { return text.finish() };
    text.push_toned(Tone::Heading, &kernel.name);
    text.push(&format!(" ({}): ", place(sources, kernel.span)));
    let tone = match verdict(found) {
        "race-free" => Tone::Good,
        "unknown" => Tone::Doubtful,
        _ => Tone::Bad,
    };
    text.push_toned(tone, verdict(found));
    let why = reason(found).map_or_else(|| " for this launch and all data".to_owned(), |reason| format!(": {reason}"));
    text.push(&format!("{why}\n    block {}, grid {}", dimensions(setup.block), dimensions(setup.grid)));
    text.push(&format!(
        ", {} steps, {}\n",
        found.steps,
        if found.runs == 1 { "1 run".to_owned() } else { format!("{} runs", found.runs) }
    ));
    let fixed: Vec<String> =
        fixed_scalars(kernel, setup, found).iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let contents = found.contents.iter().map(|array| format!("the contents of {}", kernel.arrays[array.index()].name));
    let fixed: Vec<String> = fixed.into_iter().chain(contents).collect();
    let free: Vec<String> =
        [("every content of", free_contents(kernel, found)), ("every value of", free_scalars(kernel, &found.scalars))]
            .iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(what, names)| format!("{what} {}", names.join(", ")))
            .collect();
    if verdict(found) == "race-free" {
        text.push(&format!(
            "    for {}\n",
            if free.is_empty() { "this input".to_owned() } else { free.join(", and ") }
        ));
        text.push(&format!(
            "    with {}\n",
            if fixed.is_empty() { "nothing fixed".to_owned() } else { fixed.join(", ") }
        ));
        text.push(&format!("    checked: {}\n", checked(kernel, setup, found).join(", ")));
    }
    text.push("\n");
    for message in messages(sources, kernel, found) {
        text.push_diagnostic(sources, &message);
    }
    text.push("assumed\n");
    for assumption in assumptions(kernel, setup, found) {
        text.push(&format!("  - {assumption}\n"));
    }
    text.finish()
}

fn assumptions(kernel: &Kernel, setup: &Setup, found: &Amplified) -> Vec<String> {
    let mut all = kernel.assumptions.clone();
    all.push("floats that an address or a branch hangs on are computed as IEEE says, and not contracted".to_owned());
    let unbounded = unbounded(kernel, setup);
    if !unbounded.is_empty() {
        all.push(format!("accesses stay within arrays whose length is not given: {}", unbounded.join(", ")));
    }
    if found.open.contains(&ViolationKind::Division) {
        all.push("operations whose operands are data are defined".to_owned());
    }
    all
}

fn messages(sources: &Files, kernel: &Kernel, found: &Amplified) -> Vec<Diagnostic> {
    let certain = found.violations.iter().map(|violation| violation::diagnostic(sources, kernel, violation));
    let possible = found.possible.iter().map(|possible| {
        let mut shown = violation::diagnostic(sources, kernel, possible);
        shown.severity = Severity::Warning;
        shown.note("a branch that data decides leads here: it goes wrong if data lead there")
    });
    let end = match &found.end {
        AmplifiedEnd::Depends { sink, span, sources: from, way } => Some(dependence(kernel, *sink, *span, from, way)),
        AmplifiedEnd::Undecided { reason, span } => {
            Some(Diagnostic::new(codes::E0790, Severity::Error, reason.clone()).at(*span, "the run ends here"))
        }
        AmplifiedEnd::Finished | AmplifiedEnd::Violated | AmplifiedEnd::StepLimit => None,
    };
    certain.chain(possible).chain(end).chain(found.remarks.iter().map(violation::remark)).collect()
}

fn dependence(kernel: &Kernel, sink: Sink, span: Span, sources: &[Source], way: &[Span]) -> Diagnostic {
    let (what, label) = match sink {
        Sink::Address => ("an address depends on data", "this cell"),
        Sink::Branch => ("a branch depends on data, and it does more than assign", "this condition"),
        Sink::Loop => ("how often a loop runs depends on data", "this condition"),
        Sink::Lanes => ("which lanes take part depends on data", "this mask"),
    };
    let mut found = Diagnostic::new(codes::E0724, Severity::Error, what).at(span, label);
    for statement in way.iter().filter(|statement| **statement != span) {
        found = found.also(*statement, "by way of this");
    }
    let from: Vec<String> = sources.iter().map(|source| named(kernel, *source)).collect();
    found = found.note(format!("it comes from {}", from.join(", and from ")));
    let contents = sources.iter().filter_map(|source| match source {
        Source::Contents(array) => Some(kernel.arrays[array.index()].name.as_str()),
        _ => None,
    });
    match contents.into_iter().next() {
        Some(name) => found.note(format!(
            "help: with contents that the program fixes, --arg '{name}=[...]', the result holds for these"
        )),
        None => found,
    }
}

fn document(execution: &Execution<Launched>) -> String {
    let sources = &execution.sources;
    let diagnostics: Vec<Value> =
        execution.diagnostics.iter().map(|found| json!(super::json::diagnostic_entry(sources, found))).collect();
    let mut document = json!({
        "tool": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "schema": SCHEMA,
        "command": "amplify",
        "seconds": execution.seconds,
        "diagnostics": diagnostics,
    });
    if execution.done.is_none()
        && Launched::exit_status(execution) == ExitStatus::NotVerified
        && let Some(fields) = document.as_object_mut()
    {
        fields.insert("verdict".to_owned(), json!("unsupported"));
    }
    if let (Some(Launched { kernel, setup, found }), Some(fields)) = (&execution.done, document.as_object_mut())
        && let Value::Object(own) = fields_of(sources, kernel, setup, found)
    {
        fields.extend(own);
    }
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn fields_of(sources: &Files, kernel: &Kernel, setup: &Setup, found: &Amplified) -> Value {
    let depends = match &found.end {
        AmplifiedEnd::Depends { span, sources: from, way, .. } => Some(json!({
            "span": super::json::span_entry(sources, *span),
            "sources": from.iter().map(|source| named(kernel, *source)).collect::<Vec<_>>(),
            "way": way.iter().map(|span| super::json::span_entry(sources, *span)).collect::<Vec<_>>(),
        })),
        _ => None,
    };
    let fixed: serde_json::Map<String, Value> =
        fixed_scalars(kernel, setup, found).into_iter().map(|(name, value)| (name, json!(value))).collect();
    let contents: Vec<&str> = found.contents.iter().map(|array| kernel.arrays[array.index()].name.as_str()).collect();
    let entries = |all: &[crate::interp::Violation]| -> Vec<Value> {
        all.iter().map(|violation| violation_entry(sources, kernel, violation)).collect()
    };
    json!({
        "kernel": kernel.name,
        "scope": "for this configuration and all data",
        "launch": LaunchShape { block_dim: setup.block, grid_dim: setup.grid },
        "verdict": verdict(found),
        "reason": reason(found),
        "depends": depends,
        "configuration": { "values": fixed, "contents": contents },
        "data": { "values": free_scalars(kernel, &found.scalars), "contents": free_contents(kernel, found) },
        "checked": checked(kernel, setup, found),
        "violations": entries(&found.violations),
        "possible": entries(&found.possible),
        "remarks": found.remarks.iter().map(|remark| json!(super::json::diagnostic_entry(sources, &violation::remark(remark)))).collect::<Vec<_>>(),
        "assumptions": assumptions(kernel, setup, found),
        "steps": found.steps,
        "runs": found.runs,
    })
}
