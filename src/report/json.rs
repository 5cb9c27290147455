//! The JSON document (`--format json`): stable, one document for each run.

use std::collections::BTreeMap;

use crate::base::config::Contracts;
use crate::base::{FileId, Files, Span};
use crate::interp;
use crate::kernel::ir::AccessKind;
use crate::syntax::tree::Unsupported;
use crate::tasks::TaskKind;

use super::accepted::Named;
use super::conflict::{Conflict, Divergence, Meeting, Side};
use super::counterexample::{Scalar, ThreadIndex, Touch};
use super::document::{
    AcceptedEntry, AccessEntry, AmplifiedEntry, ApproximationEntry, BarrierEntry, ClauseEntry, ConfigurationEntry,
    DataEntry, DependsEntry, Document, FactEntry, FileEntry, FindingEntry, FromEntry, InferredEntry, IntervalEntry,
    KernelEntry, LaunchedEntry, LoopEntry, OfferEntry, OutlineEntry, RaceEntry, RangeEntry, RequiredEntry, SCHEMA,
    TaskEntry, UnsupportedEntry,
};
use super::document::{diagnostic_entry, diagnostics, span_entry};
use super::model::{
    AmplifiedLaunch, FileReport, Inputs, KernelReport, LaunchFrom, Launched, Offer, Run, TaskResult, TaskVerdict,
};
use super::outline::Outline;
use super::shard;
use super::status::KernelVerdict;
use super::unproved;

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
        not_reached: run.not_reached.clone(),
        required: RequiredEntry {
            contracts: run.required.contracts == Contracts::Required,
            scope: run.required.scope.name(),
        },
        diagnostics: diagnostics(&run.sources, &run.diagnostics),
        files: run.files.iter().map(|file| file_entry(run, file)).collect(),
        shard: shard::entry(run),
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
        verdict: launched.verdict,
        realised: launched.is_realised,
    }
}

pub(crate) fn kernel_entry(run: &Run, kernel: &KernelReport) -> KernelEntry {
    let sources = &run.sources;
    KernelEntry {
        role: kernel.role.name(),
        name: kernel.name.clone(),
        line: span_entry(sources, kernel.span).line,
        verdict: kernel.verdict,
        scope: kernel.scope.name(),
        launched: kernel.scope.launched().iter().map(|launched| launched_entry(sources, launched)).collect(),
        offers: kernel.contract.offers.iter().map(|offer| offer_entry(sources, offer)).collect(),
        success: run.is_enough(kernel),
        known_since: kernel.cost.known.as_ref().map(|known| known.since),
        known_by: kernel.cost.known.as_ref().and_then(|known| known.by.clone()),
        checked: kernel.coverage.checked.clone(),
        not_checked: kernel.coverage.not_checked.clone(),
        assumptions: kernel.assumptions.clone(),
        inferred: kernel
            .outline
            .inferred()
            .map(|(name, fact)| InferredEntry { r#loop: name.to_owned(), fact: fact.to_owned() })
            .collect(),
        outline: outline_entry(sources, &kernel.outline),
        vc_seconds: round(kernel.cost.vc_seconds),
        smt_seconds: round(kernel.cost.smt_seconds),
        vc_size_raw: kernel.cost.vc_size_raw,
        vc_size: kernel.cost.vc_size,
        tasks: kernel.tasks.iter().map(|task| task_entry(sources, task)).collect(),
        races: kernel.races.iter().map(|found| race_entry(sources, found)).collect(),
        barriers: kernel.barriers.iter().map(|found| barrier_entry(sources, found)).collect(),
        unsupported: kernel.unsupported.iter().map(|found| unsupported_entry(sources, found)).collect(),
        findings: run.findings(kernel).into_iter().map(|found| finding_entry(sources, found)).collect(),
        amplified: kernel.coverage.amplified.iter().map(|launch| amplified_entry(sources, launch)).collect(),
    }
}

fn outline_entry(sources: &Files, outline: &Outline) -> OutlineEntry {
    let clause = |span: &Span| ClauseEntry { text: clause_text(sources, *span), span: span_entry(sources, *span) };
    let is_known = |span: &Span| (span.file.0 as usize) < sources.len();
    OutlineEntry {
        intervals: interval_entries(sources, &outline.intervals),
        barriers: outline.barriers.iter().map(|span| span_entry(sources, *span)).collect(),
        loops: outline
            .loops
            .iter()
            .map(|known| LoopEntry {
                name: known.name.clone(),
                span: Some(known.span).filter(is_known).map(|span| span_entry(sources, span)),
                given: known.given.iter().map(clause).collect(),
                inferred: known.inferred.clone(),
            })
            .collect(),
        assumed: outline.assumed.iter().map(clause).collect(),
    }
}

/// Lines that follow each other in one interval are a range.
fn interval_entries(sources: &Files, statements: &[(Span, usize)]) -> Vec<IntervalEntry> {
    let mut lines: BTreeMap<(FileId, usize), usize> = BTreeMap::new();
    for (span, number) in statements.iter().filter(|(span, _)| (span.file.0 as usize) < sources.len()) {
        // The span of what came of a call may reach from one function to another: where it begins is a line of its own.
        lines.entry((span.file, sources.start(*span).line)).or_insert(*number);
    }
    let mut entries: BTreeMap<usize, Vec<RangeEntry>> = BTreeMap::new();
    let mut last: Option<(FileId, usize)> = None;
    for ((file, line), number) in lines {
        let ranges = entries.entry(number).or_default();
        match ranges.last_mut().filter(|range| last == Some((file, number)) && range.to + 1 == line) {
            Some(range) => range.to = line,
            None => ranges.push(RangeEntry { file: sources.get(file).name.to_string(), from: line, to: line }),
        }
        last = Some((file, number));
    }
    entries.into_values().map(|lines| IntervalEntry { lines }).collect()
}

fn clause_text(sources: &Files, span: Span) -> String {
    match (span.file.0 as usize) < sources.len() {
        true => sources.text(span).split_whitespace().collect::<Vec<_>>().join(" "),
        false => String::new(),
    }
}

fn finding_entry(sources: &Files, found: Named) -> FindingEntry {
    let Named { finding, fingerprint, acceptance } = found;
    FindingEntry {
        message: diagnostic_entry(sources, &finding.diagnostic),
        status: finding.standing,
        tasks: finding.tasks,
        race: finding.race,
        fingerprint,
        accepted: acceptance
            .map(|acceptance| AcceptedEntry { by: acceptance.name(), reason: acceptance.reason().to_owned() }),
    }
}

fn amplified_entry(sources: &Files, launch: &AmplifiedLaunch) -> AmplifiedEntry {
    let (kind, span) = match launch.from {
        LaunchFrom::CommandLine => ("command-line", None),
        LaunchFrom::Listed => ("launches-file", None),
        LaunchFrom::Host(span) => ("host", Some(span_entry(sources, span))),
        LaunchFrom::Example => ("example", None),
    };
    let [violations, possible] = launch.violations.clone();
    let Inputs { values, contents, free_values, free_contents } = launch.inputs.clone();
    AmplifiedEntry {
        from: FromEntry { kind, span },
        launch: launch.shape,
        verdict: launch.verdict,
        reason: launch.reason.clone(),
        configuration: ConfigurationEntry { values: values.into_iter().collect(), contents },
        data: DataEntry { values: free_values, contents: free_contents },
        checked: launch.checked.clone(),
        assumptions: launch.assumptions.clone(),
        lifted: launch.lifted.clone(),
        deterministic: launch.verdict == KernelVerdict::RaceFree && launch.undetermined.is_empty(),
        undetermined: launch
            .undetermined
            .iter()
            .map(|(why, span)| ApproximationEntry { what: why.clone(), span: span_entry(sources, *span) })
            .collect(),
        depends: launch
            .depends
            .iter()
            .map(|found| DependsEntry {
                what: found.what.clone(),
                span: span_entry(sources, found.span),
                sources: found.sources.clone(),
                way: found.way.iter().map(|span| span_entry(sources, *span)).collect(),
            })
            .collect(),
        violations,
        possible,
        tasks: launch.tasks.iter().map(|task| task_entry(sources, task)).collect(),
        diagnostics: launch.messages.iter().map(|found| diagnostic_entry(sources, found)).collect(),
        steps: launch.steps,
        runs: launch.runs,
    }
}

fn offer_entry(sources: &Files, offer: &Offer) -> OfferEntry {
    let span = offer.place.map(|place| span_entry(sources, place));
    OfferEntry { text: offer.text.clone(), why: offer.why.clone(), span }
}

/// The name of a clause, which stands between its word and a colon (CLAUSE-51).
fn name_of_clause(text: &str) -> Option<String> {
    const WORDS: [&str; 7] = ["requires", "ensures", "invariant", "variant", "assert", "assume", "barrier_invariant"];
    let text = text.strip_prefix("loop").map_or(text, str::trim_start);
    let (word, rest) = text.split_once(char::is_whitespace)?;
    let (name, rest) = rest.split_once(':').filter(|_| WORDS.contains(&word))?;
    let name = name.trim();
    let is_name = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    (is_name && !name.is_empty() && !rest.starts_with(':')).then(|| name.to_owned())
}

fn task_entry(sources: &Files, task: &TaskResult) -> TaskEntry {
    let span = span_entry(sources, task.span);
    let counterexample = match &task.verdict {
        TaskVerdict::Refuted { counterexample } => counterexample.as_deref().cloned(),
        TaskVerdict::Proved | TaskVerdict::Unknown { .. } | TaskVerdict::Skipped { .. } => None,
    };
    let open_parts = task.parts.as_ref().map_or(&[][..], |parts| parts.some());
    TaskEntry {
        id: task.id.clone(),
        // That a contract can be met is about all of its clauses.
        clause: (task.kind != TaskKind::Vacuity).then(|| name_of_clause(sources.text(task.span))).flatten(),
        kind: task.kind.name(),
        title: unproved::group(task),
        line: span.line,
        column: span.column,
        span,
        statement_span: task.statement_span.map(|span| span_entry(sources, span)),
        verdict: task.verdict.name(),
        reason: task.verdict.reason().map(str::to_string),
        counterexample,
        open_parts: open_parts.iter().map(|part| span_entry(sources, *part)).collect(),
        suggested_requires: task.suggested_requires.clone(),
        met_by: task.met_by.clone(),
        solver: task.solver.clone(),
        seconds: round(task.seconds),
        rounds: task.rounds,
        size_raw: task.size_raw,
        size: task.size,
        journey: task.journey.clone(),
    }
}

fn race_entry(sources: &Files, found: &Conflict) -> RaceEntry {
    let approximation =
        |(what, span): &(String, Span)| ApproximationEntry { what: what.clone(), span: span_entry(sources, *span) };
    let side = |side: &Side, thread: Option<interp::ThreadIndex>| AccessEntry {
        span: span_entry(sources, side.span),
        access: side.access.name(),
        thread: thread.map(thread_index),
        value: found.witness.as_ref().and_then(|meeting| value_at(side, thread?, meeting)),
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
        touches: witness.map_or_else(Vec::new, |meeting| meeting.run.touches.clone()),
        suggested_requires: found.suggested_requires.clone(),
        approximated: found.approximated.iter().map(approximation).collect(),
    }
}

/// What a thread reads or writes at its side of a race: none where that is not the same every time that it comes there.
fn value_at(side: &Side, thread: interp::ThreadIndex, meeting: &Meeting) -> Option<Scalar> {
    if !matches!(side.access, AccessKind::Read | AccessKind::Write) {
        return None;
    }
    let is_cell = |touch: &&Touch| match meeting.coordinates.is_empty() {
        true => touch.index == meeting.index,
        false => touch.coordinates == meeting.coordinates,
    };
    let is_side = |touch: &&Touch| (touch.span, touch.kind, touch.thread) == (side.span, side.access, thread);
    let mut values = meeting.run.touches.iter().filter(is_side).filter(is_cell).map(|touch| touch.value.as_ref());
    let first = values.next()??;
    values.all(|value| value == Some(first)).then(|| first.clone())
}

fn barrier_entry(sources: &Files, found: &Divergence) -> BarrierEntry {
    let run = found.witness.as_ref();
    BarrierEntry {
        span: span_entry(sources, found.span),
        confirmed: run.is_some(),
        thread_in: run.and_then(|run| run.thread),
        thread_out: found.missing.map(thread_index),
        waiting: found.waiting.iter().copied().map(thread_index).collect(),
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

/// Seconds to the microsecond; finer digits are noise.
fn round(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::base::config::RequiredScope;
    use crate::base::{Diagnostic, codes};
    use crate::report::{Command, KernelVerdict};

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
            numbers: vec![0],
        });
        run
    }

    #[test]
    fn clauses_have_names() {
        for (text, name) in [
            ("ensures sorted: a <= b", Some("sorted")),
            ("loop invariant  sum_1 : x ? y : z", Some("sum_1")),
            ("ensures a::b", None),
            ("ensures x ? y : z", None),
            ("requires n", None),
            ("a[i]", None),
            ("return x: y", None),
        ] {
            assert_eq!(name_of_clause(text).as_deref(), name, "{text}");
        }
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
