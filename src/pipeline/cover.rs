//! Which `requires` a postcondition lacks: that a launch covers what it speaks of (RACE-38), tried from the weakest clause on by runs and
//! by proof; and that data lie between infinities (VALUE-47).

use std::collections::BTreeSet;

use crate::base::{Span, work};
use crate::interp::{self, ViolationKind};
use crate::invariants;
use crate::kernel::ir::Kernel;
use crate::race::candidates::{self, Candidate};
use crate::report::{TaskResult, TaskVerdict};
use crate::tasks::TaskKind;
use crate::witness::{self, Effort, Finding, Found};

use super::generate::execute;
use super::replay::Replay;
use super::session::Session;
use super::solve::attempt::solve;
use super::suggest::under;

/// Clauses that are tried for a postcondition of which the launch does not cover all cells.
const MOST_COVERINGS: usize = 24;

/// Proofs of a kernel that may fail: a suggestion is a help, and shall cost little.
const MOST_FAILURES: usize = 6;

/// Adds to the postconditions that a run shows to be false of a cell which no thread writes the clause under which all cells are
/// covered: no run under it violates the postcondition, and it is proved.
pub fn coverings(tasks: &mut [TaskResult], found: &Found, replay: &Replay<'_>, session: &Session<'_>) {
    let (kernel, config) = (replay.kernel, session.config);
    let leaves_out = |finding: &&Finding| {
        let reason = finding.violation.reason.as_ref();
        finding.violation.kind == ViolationKind::Ensures
            && reason.is_some_and(|reason| reason.unwritten().next().is_some())
    };
    let mut candidates = candidates::coverings(kernel);
    candidates.truncate(MOST_COVERINGS);
    let mut failures = 0;
    for finding in found.findings.iter().filter(leaves_out) {
        for at in 0..candidates.len() {
            if session.stop.is_set() || failures >= MOST_FAILURES {
                return;
            }
            let candidate = candidates[at].clone();
            let narrower = under(kernel, &candidate);
            if is_allowed(&narrower, finding) {
                continue;
            }
            let runs = witness::search(&narrower, config, Effort::SMALL, session.stop);
            let is_it = |other: &Finding| {
                (other.violation.kind, other.violation.span) == (ViolationKind::Ensures, finding.violation.span)
            };
            if runs.met == 0 || runs.findings.iter().any(is_it) {
                continue;
            }
            if is_proved(&narrower, finding.violation.span, session) {
                let is_here =
                    |task: &&mut TaskResult| task.kind == TaskKind::Ensures && task.span == finding.violation.span;
                tasks.iter_mut().filter(is_here).for_each(|task| task.suggested_requires.push(candidate.text.clone()));
                // It may do for other clauses.
                candidates.swap(0, at);
                break;
            }
            failures += 1;
        }
    }
}

/// Adds to postconditions that are not proved the clause that data lie between the infinities which the kernel names, where they are
/// proved under it (VALUE-47).
pub fn finite(tasks: &mut [TaskResult], replay: &Replay<'_>, session: &Session<'_>) {
    let is_open =
        |task: &&mut TaskResult| task.kind == TaskKind::Ensures && matches!(task.verdict, TaskVerdict::Unknown { .. });
    let open: BTreeSet<Span> = tasks.iter_mut().filter(is_open).map(|task| task.span).collect();
    if open.is_empty() {
        return;
    }
    let mut kernel = replay.kernel.clone();
    let clauses = invariants::finite(&mut kernel);
    for span in open.into_iter().take(MOST_FAILURES).filter(|_| !clauses.is_empty()) {
        let with = |clauses: &[Candidate]| clauses.iter().fold(kernel.clone(), |kernel, clause| under(&kernel, clause));
        let suffices = |clauses: &[Candidate]| !session.stop.is_set() && is_proved(&with(clauses), span, session);
        if !suffices(&clauses) {
            continue;
        }
        let mut least = clauses.clone();
        for at in (0..clauses.len()).rev() {
            let mut fewer = least.clone();
            fewer.remove(at);
            if suffices(&fewer) {
                least = fewer;
            }
        }
        let texts: Vec<&str> = least.iter().map(|clause| clause.text.as_str()).collect();
        let here = tasks.iter_mut().filter(is_open).filter(|task| task.span == span);
        here.for_each(|task| task.suggested_requires.push(texts.join(" && ")));
    }
}

/// Whether the postcondition at that place is proved in a moment.
fn is_proved(kernel: &Kernel, span: Span, session: &Session<'_>) -> bool {
    let executed = work::until(session.stop, 0, || execute(kernel, session.config).with_races().own());
    let Ok(set) = executed else { return false };
    let mut tasks = set.tasks.iter().filter(|task| task.kind == TaskKind::Ensures && task.span == span).peekable();
    let any = tasks.peek().is_some();
    any && tasks.all(|task| solve(&set, task, &session.brief()).result.verdict.is_proved())
}

/// Whether the launch of a run meets the contract of a kernel.
fn is_allowed(narrower: &Kernel, finding: &Finding) -> bool {
    interp::meets_requires(narrower, &finding.setup, &finding.options) == Ok(Some(true))
}
