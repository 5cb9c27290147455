//! From tasks to results: simplified, and put to solvers in the order that makes failing proofs cheap.

pub mod attempt;
mod kept;
pub mod lemmas;
mod memo;
pub mod parts;
mod schedule;

use std::collections::BTreeMap;

use crate::base::{Diagnostic, Severity, codes};
use crate::exec;
use crate::report::{Cost, KernelReport, TaskResult};
use crate::tasks::{Task, TaskKind, TaskSet};

use super::replay::Runs;
use super::session::Session;

use attempt::{Attempt, Solved};
use schedule::Schedule;

pub use schedule::given_up_early;

/// What came of a set of tasks.
#[derive(Default)]
pub struct Decided {
    /// In the order of the set.
    tasks: Vec<TaskResult>,
    /// What the results rest on.
    assumptions: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    cost: Cost,
}

impl Decided {
    /// Takes the results into the report of the kernel.
    pub fn join(self, report: &mut KernelReport) {
        for assumption in self.assumptions {
            if !report.assumptions.contains(&assumption) {
                report.assumptions.push(assumption);
            }
        }
        report.diagnostics.extend(self.diagnostics);
        report.cost.add(&self.cost);
        report.tasks.extend(self.tasks);
        if report.tasks.iter().any(|task| task.kind == TaskKind::Vacuity && task.verdict.is_proved()) {
            report.assumptions.retain(|assumption| assumption != exec::SATISFIABLE_CONTRACT);
        }
    }
}

/// Simplifies and solves all tasks of a set. `kernel` is the name of the kernel that was run: its runs may come by a function that
/// it calls.
pub fn simplify_and_solve(set: &TaskSet, kernel: &str, runs: &Runs<'_>, session: &Session<'_>) -> Decided {
    if session.tap.ends_at_solvers() {
        set.tasks.iter().for_each(|task| drop(attempt::simplified(set, task, session)));
        return Decided::default();
    }
    session.progress.kernel_started(kernel, set.tasks.len());
    let schedule = Schedule::new(set, runs, *session);
    let mut outcomes = schedule.decide();
    let is_settled = |solved: &Solved| solved.result.verdict.is_proved() || solved.result.kind == TaskKind::Vacuity;
    if outcomes.iter().all(is_settled) {
        outcomes.extend(schedule.unreached(runs.found().finished > 0 && set.kernel == kernel));
    }
    let places: BTreeMap<&str, usize> = set.tasks.iter().enumerate().map(|(at, task)| (&*task.id, at)).collect();
    outcomes.sort_by_key(|outcome| places.get(&*outcome.result.id));
    let note = |text: &String| Diagnostic::new(codes::W0700, Severity::Note, text.clone());
    let diagnostics = set.notes.iter().map(|(span, text)| note(text).at(*span, "")).collect();
    let mut decided = Decided { assumptions: set.assumptions.clone(), diagnostics, ..Decided::default() };
    for outcome in outcomes {
        decided.cost.add(&outcome.cost());
        decided.diagnostics.extend(outcome.contradiction);
        decided.tasks.push(outcome.result);
    }
    decided
}

/// Simplifies and solves one task. No run takes part, so runs can be held against what comes of it.
pub fn task(set: &TaskSet, task: &Task, session: &Session<'_>) -> TaskResult {
    Attempt::with(set, task, session).end().result
}
