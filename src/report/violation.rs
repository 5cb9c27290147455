//! A violation that a run showed, as a message: what, where, which thread, with which values.

use crate::base::{Diagnostic, Files, Severity, codes};
use crate::interp::outcome::{Reason, Seen};
use crate::interp::{Remark, RemarkKind, Scalar, Violation, ViolationKind};
use crate::kernel::ir::{AccessKind, Kernel, StmtKind, walk};
use crate::tasks::TaskKind;

use super::unproved;

/// The kind of task that a violation refutes; none for a precondition, which is nobody's task.
pub fn task_kind(kind: ViolationKind) -> Option<TaskKind> {
    match kind {
        ViolationKind::Requires => None,
        ViolationKind::Ensures | ViolationKind::Writes => Some(TaskKind::Ensures),
        ViolationKind::InvariantEntry => Some(TaskKind::InvariantEntry),
        ViolationKind::InvariantPreserved => Some(TaskKind::InvariantPreserved),
        ViolationKind::Assert | ViolationKind::Precondition | ViolationKind::Aligned => Some(TaskKind::Assert),
        ViolationKind::Initialised => Some(TaskKind::Initialised),
        ViolationKind::BarrierInvariant => Some(TaskKind::BarrierInvariant),
        ViolationKind::Variant => Some(TaskKind::Variant),
        ViolationKind::Bounds => Some(TaskKind::Bounds),
        ViolationKind::Division => Some(TaskKind::Division),
        ViolationKind::Overflow => Some(TaskKind::Overflow),
        ViolationKind::Barrier => Some(TaskKind::Barrier),
        ViolationKind::Race => Some(TaskKind::Race),
    }
}

/// The message for a violation.
pub fn diagnostic(sources: &Files, kernel: &Kernel, violation: &Violation) -> Diagnostic {
    let code = task_kind(violation.kind).map_or(codes::E0714, unproved::code);
    let title = match violation.kind {
        ViolationKind::Writes => "a write that the contract does not allow",
        ViolationKind::Bounds => "an access is out of bounds",
        ViolationKind::Division => "an operation is not defined",
        ViolationKind::Overflow => "an integer overflows",
        ViolationKind::Aligned => "an access is not aligned",
        ViolationKind::Initialised => "an undefined value is used",
        ViolationKind::Barrier if is_of_warp(kernel, violation) => "a lane misses this warp operation",
        ViolationKind::Barrier => "a barrier diverges",
        ViolationKind::Race => "a data race",
        ViolationKind::Requires
        | ViolationKind::Ensures
        | ViolationKind::InvariantEntry
        | ViolationKind::InvariantPreserved
        | ViolationKind::Assert
        | ViolationKind::Precondition
        | ViolationKind::BarrierInvariant
        | ViolationKind::Variant => &violation.message,
    };
    let mut found = Diagnostic::new(code, Severity::Error, title).at(violation.span, label(sources, violation));
    if let Some(race) = &violation.race {
        let does = match race.kinds.1 {
            AccessKind::Read => "read",
            AccessKind::Write => "written",
            AccessKind::Atomic(_) => "changed atomically",
            AccessKind::Load(_) => "read atomically",
        };
        found = found.also(race.span, format!("{does} here by {}", race.thread));
    }
    if violation.statement != violation.span && inside(violation) {
        found = found.also(violation.statement, "while this is executed");
    }
    for note in trace(sources, kernel, violation) {
        found = found.note(note);
    }
    found
}

/// Whether what waits is an operation of a warp.
fn is_of_warp(kernel: &Kernel, violation: &Violation) -> bool {
    let mut found = false;
    walk(&kernel.body, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Warp(_)) && stmt.span == violation.span);
    found
}

/// Whether the statement says more than the violation's place.
fn inside(violation: &Violation) -> bool {
    match violation.kind {
        ViolationKind::Requires
        | ViolationKind::Ensures
        | ViolationKind::Race
        | ViolationKind::Assert
        | ViolationKind::BarrierInvariant => false,
        ViolationKind::Precondition => true,
        ViolationKind::InvariantEntry
        | ViolationKind::InvariantPreserved
        | ViolationKind::Variant
        | ViolationKind::Writes
        | ViolationKind::Bounds
        | ViolationKind::Division
        | ViolationKind::Overflow
        | ViolationKind::Aligned
        | ViolationKind::Initialised
        | ViolationKind::Barrier => true,
    }
}

fn label(sources: &Files, violation: &Violation) -> String {
    match (&violation.reason, violation.kind) {
        (Some(reason), _) => sentence(sources, reason),
        (None, ViolationKind::Variant) => "here".to_owned(),
        (None, _) => violation.message.clone(),
    }
}

/// "j = 3: `c[j]` is 4, expected 5 (`a[j] + b[j]`)".
pub fn sentence(sources: &Files, reason: &Reason) -> String {
    let bound: Vec<String> = reason.bound.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let text = |seen: &Seen| sources.text(seen.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let value = |seen: &Seen| seen.value.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
    let said = match (&reason.left, &reason.right) {
        (Some(left), Some(right)) if reason.equality => {
            format!("`{}` is {}, `{}` is {}", text(left), value(left), text(right), value(right))
        }
        (Some(left), Some(right)) if text(left) == value(left) => format!("`{}` is {}", text(right), value(right)),
        (Some(left), Some(right)) if text(right) == value(right) => format!("`{}` is {}", text(left), value(left)),
        (Some(left), Some(right)) => {
            format!("`{}` is {}, `{}` is {}", text(left), value(left), text(right), value(right))
        }
        _ => "this is false".to_owned(),
    };
    let untouched: Vec<String> = reason.unwritten().map(|cell| format!("; no thread writes `{cell}`")).collect();
    let said = said + &untouched.concat();
    if bound.is_empty() { said } else { format!("with {}: {said}", bound.join(", ")) }
}

/// Thread, iteration, variables.
fn trace(sources: &Files, kernel: &Kernel, violation: &Violation) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(thread) = violation.thread.filter(|_| violation.kind != ViolationKind::Race) {
        notes.push(thread.to_string());
    }
    for (id, count) in &violation.iterations {
        if let Some(info) = kernel.loops.get(*id as usize) {
            let line = sources.start(info.span).line;
            notes.push(format!("{} (line {line}): {count} iterations are finished", info.name()));
        }
    }
    if !violation.before.is_empty() {
        notes.push(format!("before the iteration: {}", listed(&violation.before)));
        notes.push(format!("after it: {}", listed(&violation.locals)));
    } else if !violation.locals.is_empty() {
        notes.push(listed(&violation.locals));
    }
    notes
}

/// "i = 3, n = 4".
pub fn listed(variables: &[(String, Scalar)]) -> String {
    variables.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// The message for a remark.
pub fn remark(remark: &Remark) -> Diagnostic {
    let text = match &remark.kind {
        RemarkKind::Uninitialised(name) => format!("`{name}` is read here, and nobody has written it before"),
        RemarkKind::Overflow => "the result leaves the range of its type here".to_owned(),
        RemarkKind::NoNumber(what) => {
            format!("{what} in real numbers; in floats it is infinite or not a number (`--float ieee` says which)")
        }
        RemarkKind::BarrierAfterExit => {
            "some threads of the block have exited: right from compute capability 7.0 on".to_owned()
        }
        RemarkKind::LanesAfterExit => {
            "some lanes that are named here have exited: right from compute capability 7.0 on".to_owned()
        }
    };
    Diagnostic::new(codes::W0790, Severity::Warning, text).at(remark.span, remark.thread.to_string())
}
