//! What runs say beside verdicts: of tasks that nobody decided, of integers that leave their types, of launches that meet the contract.

use crate::base::{Diagnostic, Severity, Span, codes};
use crate::exec::log::Forgotten;
use crate::kernel::ir::{Stmt, StmtKind, occurs};
use crate::report::counterexample::inputs;
use crate::report::{LaunchShape, TaskResult, TaskVerdict};
use crate::tasks::{FOOTPRINT, FRAME, TaskKind, has_part, is_defined};
use crate::witness::{Found, Outside};

use super::Replay;
use super::findings::{counts, is_at, is_open};
use super::reasons::{COUNTEREXAMPLE, TRIED_BRIEFLY};

/// Says of the tasks that nobody decided what the runs make likely, and what to try.
pub fn classify(tasks: &mut [TaskResult], unknown_after: &[Forgotten], found: &Found, replay: &Replay<'_>) {
    let annotated = has_invariants(&replay.kernel.body);
    let (name, sources) = (&replay.kernel.name, replay.origin.sources);
    // LOOP-18: where a loop is forgotten, nobody can tell whether the contract is too weak.
    let of_loop = |Forgotten { name, span, changed, .. }: &Forgotten| {
        format!("{name} at line {} has no invariant and changes {changed}", sources.start(*span).line)
    };
    for task in tasks {
        let TaskVerdict::Unknown { reason } = &mut task.verdict else { continue };
        if task.kind == TaskKind::Vacuity {
            continue;
        }
        let in_set = |set: &str| task.id.strip_prefix(set).is_some_and(|rest| rest.starts_with('/'));
        let forgotten: Vec<String> = unknown_after.iter().filter(|found| in_set(&found.set)).map(of_loop).collect();
        let candidate = reason.contains(COUNTEREXAMPLE);
        let class = match (task.kind, candidate) {
            (_, false) => "solver gave up".to_owned(),
            (_, true) if !forgotten.is_empty() => forgotten.join("; "),
            (TaskKind::InvariantPreserved | TaskKind::Variant, true) => "invariant too weak".to_owned(),
            (_, true) if annotated => "invariant too weak".to_owned(),
            (_, true) => "contract too weak".to_owned(),
        };
        let violated = |outside: &Outside| is_at(&outside.finding.violation, task.kind, task.span, task.statement_span);
        // Of a clause only those count in which it was decided, and true of something.
        let is_clause = matches!(
            task.kind,
            TaskKind::Ensures | TaskKind::Assert | TaskKind::InvariantEntry | TaskKind::InvariantPreserved
        ) || is_defined(&task.id);
        let listed = [FRAME, FOOTPRINT].iter().any(|part| has_part(&task.id, part));
        let held = match is_clause && !listed {
            true => found.held.get(&task.span).copied().unwrap_or_default(),
            false => found.met,
        };
        let runs = match held {
            _ if found.outside.iter().any(violated) => {
                let only = "launches violate it only where an integer leaves the range of its type";
                *reason = if candidate { only.to_owned() } else { format!("{only}; {reason}") };
                continue;
            }
            0 if found.met > 0 => "in no small launch that was run was it decided with its premises met".to_owned(),
            0 => format!("no small launch was found that meets the contract of `{name}`"),
            1 if found.met == 1 => "it held in the one small launch that was run".to_owned(),
            1 => "it held in the one small launch in which it was decided and its premises were met".to_owned(),
            held if held == found.met => format!("it held in all {held} small launches that were run"),
            held => format!("it held in all {held} small launches in which it was decided and its premises were met"),
        };
        // Who was asked for a moment only has not given up.
        *reason = match !candidate && reason.starts_with(TRIED_BRIEFLY) {
            true => format!("{runs}; {reason}"),
            false => format!("{class}: {runs}; {reason}"),
        };
    }
}

fn has_invariants(stmts: &[Stmt]) -> bool {
    occurs(stmts, &|kind| matches!(kind, StmtKind::Loop(inner) if !inner.invariants.is_empty()))
}

/// What goes wrong only with the machine's integers violates an assumption of the proof.
pub fn machine_only(found: &Found, replay: &Replay<'_>) -> Option<Diagnostic> {
    let (finding, place) = found.findings.iter().find_map(|finding| Some((finding, finding.overflow?)))?;
    let text = replay.explanation(finding);
    let message =
        format!("assumption violated: with the machine's integers {} goes wrong", finding.violation.kind.name());
    let note = Diagnostic::new(codes::W0716, Severity::Warning, message)
        .at(place, "an integer leaves the range of its type here")
        .also(finding.violation.span, text)
        .note(format!("to see it: {}", replay.command(finding)))
        .note("help: `--ints checked` proves that nothing overflows; `requires` on sizes exclude it");
    Some(note)
}

/// MACHINE-23: what goes wrong of an open task only where an integer leaves the range of its type, and not with the machine's integers.
pub fn outside(tasks: &[TaskResult], found: &Found, replay: &Replay<'_>) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    let mut places: Vec<Span> = Vec::new();
    for Outside { finding, place, is_right } in &found.outside {
        let is_it =
            |task: &&TaskResult| is_open(task) && is_at(&finding.violation, task.kind, task.span, task.statement_span);
        // One launch for each place is enough.
        if !counts(finding, replay.config) || places.contains(place) || !tasks.iter().any(|task| is_it(&task)) {
            continue;
        }
        places.push(*place);
        let kind = finding.violation.kind.name();
        let machine = match is_right {
            true => "with the machine's integers nothing goes wrong in this launch, so it refutes nothing",
            false => "with the machine's integers this is not so, or it is not decided, so the launch refutes nothing",
        };
        let text = format!("with exact integers: {}", replay.explanation(finding));
        let message =
            format!("an integer leaves the range of its type, and only therefore {kind} goes wrong in a launch");
        let note = Diagnostic::new(codes::W0717, Severity::Warning, message)
            .at(*place, "an integer leaves the range of its type here")
            .also(finding.violation.span, text)
            .note(machine)
            .note(format!("to see it: {}", replay.command(finding)))
            .note("help: if it is meant, write `//@ wraps;` before the statement (what is unsigned then wraps) or a cast; else exclude it by `requires`");
        notes.push(note);
    }
    notes
}

/// Names a launch that meets the contract, and warns where only launches of one thread seem to.
pub fn met(tasks: &mut [TaskResult], found: &Found, replay: &Replay<'_>) -> Option<Diagnostic> {
    const ENOUGH: usize = 8;
    let Replay { kernel, config, .. } = *replay;
    let is_contract = |task: &&mut TaskResult| task.kind == TaskKind::Vacuity && has_part(&task.id, "contract");
    let (task, setup) = (tasks.iter_mut().find(is_contract)?, found.first.as_ref()?);
    let scalars = setup.scalars.iter().map(|(id, value)| (kernel.locals[id.index()].name.as_str(), value));
    task.met_by = Some(inputs(LaunchShape { block_dim: setup.block, grid_dim: setup.grid }, scalars));
    let is_free = config.block.is_none() && config.grid.is_none();
    (is_free && found.met >= ENOUGH && found.most_threads == 1).then(|| {
        let message = format!(
            "each of the {} small launches that meet the contract of `{}` has one thread",
            found.met, kernel.name
        );
        let warning = Diagnostic::new(codes::W0703, Severity::Warning, message).at(task.span, "");
        warning.note("what it says of several threads may be said of none")
    })
}
