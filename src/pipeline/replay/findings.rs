//! What findings of runs say of tasks: which task a finding violates, and whether it counts under the policies of this run.

use crate::base::config::{RaceFreedom, RaceScope, SameValue};
use crate::base::{Config, Span};
use crate::interp::{Violation, ViolationKind};
use crate::report::violation::task_kind;
use crate::report::{Blame, TaskResult, TaskVerdict};
use crate::tasks::{Task, TaskKind, TaskSet};
use crate::witness::{Finding, Found};

/// Whether the policies of this run count the finding.
pub fn counts(finding: &Finding, config: &Config) -> bool {
    (!finding.races || config.race_freedom == RaceFreedom::Proved) && is_wrong(&finding.violation, config)
}

/// Whether the policies of this run count the violation, if it is a race.
pub fn is_wrong(violation: &Violation, config: &Config) -> bool {
    let (Some(race), Some(thread)) = (&violation.race, violation.thread) else { return true };
    let within = config.scope == RaceScope::All || race.thread.block == thread.block;
    within && !(race.same_value && config.same_value == SameValue::Allowed)
}

/// Whether a task of this kind at this place is what the finding violates; a race has two places in no order.
pub fn is_at(violation: &Violation, kind: TaskKind, span: Span, statement: Option<Span>) -> bool {
    let same = match &violation.race {
        Some(race) => {
            let (one, other) = (violation.span.min(race.span), violation.span.max(race.span));
            (span, statement.unwrap_or(span)) == (one, other)
        }
        None => span == violation.span,
    };
    task_kind(violation.kind) == Some(kind) && same
}

/// Whether a finding is a violation of just this task.
pub fn settles(found: &Found, task: &Task, set: &TaskSet, config: &Config) -> bool {
    let same = |other: &&Task| (other.kind, other.span, other.statement) == (task.kind, task.span, task.statement);
    let violated = |finding: &Finding| is_at(&finding.violation, task.kind, task.span, task.statement);
    let mut counted = found.findings.iter().filter(|finding| counts(finding, config));
    counted.any(violated) && set.tasks.iter().filter(same).count() == 1
}

/// Whether a run shows that the program itself goes wrong: nothing that is proved of it would change its verdict. A run with an
/// overflow does not: all tasks may be proved, since proofs assume that there is none.
pub fn refutes(found: &Found, config: &Config) -> bool {
    let is_it = |finding: &&Finding| {
        let of_code = task_kind(finding.violation.kind).is_some() && blame(finding) == Blame::Code;
        of_code && finding.overflow.is_none()
    };
    found.findings.iter().filter(is_it).any(|finding| counts(finding, config))
}

/// Whether a finding is a violation of the task.
pub fn shows(found: &Found, task: &TaskResult, config: &Config) -> bool {
    let violated = |finding: &Finding| is_at(&finding.violation, task.kind, task.span, task.statement_span);
    found.findings.iter().any(|finding| counts(finding, config) && violated(finding))
}

/// Whether nobody knows if the task holds.
pub fn is_open(task: &TaskResult) -> bool {
    match &task.verdict {
        TaskVerdict::Unknown { .. } => task.kind != TaskKind::Vacuity,
        TaskVerdict::Proved | TaskVerdict::Refuted { .. } | TaskVerdict::Skipped { .. } => false,
    }
}

/// Who is at fault.
pub fn blame(finding: &Finding) -> Blame {
    match finding.violation.kind {
        ViolationKind::InvariantEntry
        | ViolationKind::InvariantPreserved
        | ViolationKind::BarrierInvariant
        | ViolationKind::Variant => Blame::Annotation,
        ViolationKind::Requires
        | ViolationKind::Ensures
        | ViolationKind::Writes
        | ViolationKind::Assert
        | ViolationKind::Precondition
        | ViolationKind::Race
        | ViolationKind::Barrier
        | ViolationKind::Bounds
        | ViolationKind::Division
        | ViolationKind::Overflow
        | ViolationKind::Aligned
        | ViolationKind::Initialised => Blame::Code,
    }
}
