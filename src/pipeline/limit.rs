//! The time that one kernel may take (`--limit`): a flag of its own, which all work on the kernel looks at. What that makes of a
//! report is said once, for this flag and for the one that ends the whole run: a kernel that was not looked at to its end is no
//! success, since what is only found at the end may be missing.

use std::time::Duration;

use crate::base::{Config, Diagnostic, Severity, codes};
use crate::report::{KernelReport, TaskVerdict};

use super::replay::reasons;
use super::session::Session;
use super::walk::Order;

/// Steps of the execution of a kernel that are done in any case, a moment: so most kernels have tasks that can be named as open.
pub const FIRST_STEPS: u64 = 1 << 18;

/// Looks at a kernel, with a clock of its own where there is a limit.
pub fn timed(session: &Session<'_>, look: impl FnOnce(&Session<'_>) -> KernelReport) -> KernelReport {
    match session.config.solving.limit {
        Some(limit) => look(&Session { stop: &session.stop.within(limit), ..*session }),
        None => look(session),
    }
}

/// In which order kernels are looked at that rest on nothing of each other. A thread that waits does work of another kernel in the
/// meantime, so with clocks each kernel has all threads for itself.
pub fn order(config: &Config) -> Order {
    match config.solving.limit {
        Some(_) => Order::OneByOne,
        None => Order::SideBySide,
    }
}

/// Says of a report that the kernel was not looked at to its end, and of its open tasks that the limit is the reason, where the work
/// on it was stopped. It may be said again when more was added. What the report's verdict is has to be asked for anew.
pub fn cut(report: &mut KernelReport, session: &Session<'_>) {
    if !session.stop.is_set() {
        return;
    }
    let reached = session.config.solving.limit.filter(|_| session.stop.is_late()).map(reached);
    if let Some(reason) = &reached {
        report.tasks.iter_mut().for_each(|task| give_reason(&mut task.verdict, reason));
    }
    if !is_cut(report) {
        let reason = reached.as_deref().unwrap_or("the run was interrupted");
        let message = format!("`{}` was not looked at to its end: {reason}", report.name);
        report.diagnostics.push(Diagnostic::new(codes::W0719, Severity::Warning, message).at(report.span, ""));
    }
}

/// Whether [`cut`] has found that the work was stopped.
pub fn is_cut(report: &KernelReport) -> bool {
    report.diagnostics.iter().any(|found| found.code == codes::W0719)
}

/// The reason of a task that is open. What was learnt of it before is still said.
fn give_reason(verdict: &mut TaskVerdict, limit: &str) {
    match verdict {
        TaskVerdict::Skipped { reason } if reason == reasons::INTERRUPTED => {
            *verdict = TaskVerdict::Unknown { reason: limit.to_owned() };
        }
        TaskVerdict::Unknown { reason } if reason.starts_with(limit) => {}
        TaskVerdict::Unknown { reason } => {
            *reason = match reason == reasons::INTERRUPTED || reason.starts_with(reasons::NOT_TRIED) {
                true => limit.to_owned(),
                false => format!("{limit}; {reason}"),
            }
        }
        TaskVerdict::Proved | TaskVerdict::Refuted { .. } | TaskVerdict::Skipped { .. } => {}
    }
}

fn reached(limit: Duration) -> String {
    let time = match limit.subsec_nanos() {
        0 => format!("{} s", limit.as_secs()),
        _ => format!("{} ms", limit.as_secs_f64() * 1e3),
    };
    format!("the limit of {time} for a kernel was reached")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_said_as_it_was_given() {
        let said = |limit| reached(limit);
        assert_eq!(said(Duration::from_secs(20)), "the limit of 20 s for a kernel was reached");
        assert_eq!(said(Duration::from_secs(120)), "the limit of 120 s for a kernel was reached");
        assert_eq!(said(Duration::from_millis(1)), "the limit of 1 ms for a kernel was reached");
        assert_eq!(said(Duration::from_millis(1_500)), "the limit of 1500 ms for a kernel was reached");
    }

    #[test]
    fn what_was_learnt_of_an_open_task_is_kept_and_the_limit_said_once() {
        let unknown = |reason: &str| TaskVerdict::Unknown { reason: reason.to_owned() };
        let skipped = |reason: &str| TaskVerdict::Skipped { reason: reason.to_owned() };
        for (before, after) in [
            (skipped(reasons::INTERRUPTED), unknown("limit")),
            (unknown(reasons::INTERRUPTED), unknown("limit")),
            (unknown("not tried: k/race1 is open"), unknown("limit")),
            (unknown("z3: time limit"), unknown("limit; z3: time limit")),
            (skipped(reasons::WRONG), skipped(reasons::WRONG)),
            (TaskVerdict::Proved, TaskVerdict::Proved),
        ] {
            let mut verdict = before;
            give_reason(&mut verdict, "limit");
            assert_eq!(verdict, after);
            give_reason(&mut verdict, "limit");
            assert_eq!(verdict, after);
        }
    }
}
