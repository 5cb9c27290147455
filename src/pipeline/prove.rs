//! One kernel from the IR to its results: execution, simplification, solvers.

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;

use crate::base::config::Simplify;
use crate::base::{Config, Diagnostic, Severity, StopFlag, codes};
use crate::exec;
use crate::kernel::ir::{Kernel, Unsupported};
use crate::report::{KernelReport, Progress, TaskResult, TaskVerdict};
use crate::simplify::{self, Part};
use crate::smt::{Answer, Outcome, Portfolio, encode};
use crate::tasks::{Task, TaskKind, TaskSet};

/// What the tasks of a kernel cover.
const CHECKED: &[&str] = &["functional", "barriers", "bounds", "division"];

/// Proves a kernel, as far as it goes. The verdict is left to the caller.
pub fn kernel(
    kernel: &Kernel,
    config: &Config,
    portfolio: &Portfolio,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> KernelReport {
    let started = Instant::now();
    let mut report = super::kernel_report(kernel);
    let set = exec::execute(kernel, config);
    report.unsupported.extend(set.unsupported.iter().filter(|found| !kernel.unsupported.contains(found)).cloned());
    if !report.unsupported.is_empty() || kernel.diagnostics.iter().any(Diagnostic::is_error) {
        return report;
    }
    report.checked = CHECKED.iter().map(|what| what.to_string()).collect();
    report.assumptions.extend(set.assumptions.iter().cloned());
    for (span, note) in &set.notes {
        report.diagnostics.push(Diagnostic::new(codes::W0700, Severity::Note, note.clone()).at(*span, ""));
    }
    report.vc_seconds = started.elapsed().as_secs_f64();
    progress.kernel_started(&report.name, set.tasks.len());
    let outcomes: Vec<Solved> = set
        .tasks
        .par_iter()
        .map(|task| {
            let outcome = solve(&set, task, config, portfolio, stop);
            progress.task_done(&outcome.result);
            outcome
        })
        .collect();
    for outcome in outcomes {
        report.vc_seconds += outcome.vc_seconds;
        report.smt_seconds += outcome.smt_seconds;
        report.vc_size_raw += outcome.result.size_raw;
        report.vc_size += outcome.result.size;
        report.diagnostics.extend(outcome.contradiction);
        report.tasks.push(outcome.result);
    }
    settle_vacuity(&mut report);
    report
}

/// What of a kernel the executor does not model, beyond what the front end found.
pub fn unsupported(kernel: &Kernel, config: &Config) -> Vec<Unsupported> {
    let set = exec::execute(kernel, config);
    set.unsupported.into_iter().filter(|found| !kernel.unsupported.contains(found)).collect()
}

/// A task's result, with what the kernel's totals need.
struct Solved {
    result: TaskResult,
    vc_seconds: f64,
    smt_seconds: f64,
    contradiction: Option<Diagnostic>,
}

fn solve(set: &TaskSet, task: &Task, config: &Config, portfolio: &Portfolio, stop: &StopFlag) -> Solved {
    let started = Instant::now();
    let mut outcome = Solved { result: TaskResult::of(task), vc_seconds: 0.0, smt_seconds: 0.0, contradiction: None };
    if stop.is_set() {
        outcome.result.verdict = TaskVerdict::Skipped { reason: "interrupted".into() };
        return outcome;
    }
    let raw = simplify::raw(set, task);
    outcome.result.size_raw = raw.size() as u64;
    let parts = match config.simplify {
        Simplify::Yes => simplify::simplify(set, task, config, &mut |_, _, _| {}),
        Simplify::No => vec![raw],
    };
    outcome.vc_seconds = started.elapsed().as_secs_f64();
    outcome.result.size = parts.iter().map(|part| part.size() as u64).sum();
    outcome.result.solver = Some("simplifier".into());
    outcome.result.verdict = TaskVerdict::Proved;
    for part in &parts {
        if let Err(reason) = prove_part(part, portfolio, stop, &mut outcome) {
            outcome.result.verdict = reason;
            outcome.result.solver = None;
            break;
        }
    }
    outcome.result.seconds = started.elapsed().as_secs_f64();
    outcome
}

/// First without quantifiers, then, where some are left, with them.
fn prove_part(part: &Part, portfolio: &Portfolio, stop: &StopFlag, outcome: &mut Solved) -> Result<(), TaskVerdict> {
    if part.proved {
        return Ok(());
    }
    let mut everything = part.facts.clone();
    everything.extend(&part.quantified);
    let mut attempts = vec![&part.facts];
    if !part.quantified.is_empty() {
        attempts.push(&everything);
    }
    let mut reasons = Vec::new();
    for facts in attempts {
        let query = encode(&part.terms, facts, part.goal);
        let answer = portfolio.solve(&query, stop);
        outcome.smt_seconds += answer.tries.iter().map(|ended| ended.seconds).sum::<f64>();
        outcome.contradiction = outcome.contradiction.take().or_else(|| answer.contradiction.clone());
        if answer.contradiction.is_some() {
            return Err(TaskVerdict::Unknown { reason: "the solvers contradict each other".into() });
        }
        match &answer.outcome {
            Outcome::Unsat => {
                outcome.result.solver = answer.solver.clone();
                return Ok(());
            }
            Outcome::Stopped => return Err(TaskVerdict::Skipped { reason: "interrupted".into() }),
            Outcome::Sat { .. } | Outcome::Unknown(_) | Outcome::Timeout | Outcome::Failed(_) => {
                reasons = reasons_of(&answer);
            }
        }
    }
    reasons.extend(part.limits.iter().map(|limit| format!("simplifier: limit on {limit}")));
    Err(TaskVerdict::Unknown { reason: reasons.join("; ") })
}

/// What each solver said, in words.
fn reasons_of(answer: &Answer) -> Vec<String> {
    let mut said: BTreeMap<&str, String> = BTreeMap::new();
    for ended in &answer.tries {
        let words = match &ended.outcome {
            Outcome::Unsat => "proved".to_string(),
            Outcome::Sat { .. } => "there may be a counterexample".to_string(),
            Outcome::Unknown(reason) if reason.is_empty() => "does not know".to_string(),
            Outcome::Unknown(reason) => format!("does not know ({reason})"),
            Outcome::Timeout => "time limit".to_string(),
            Outcome::Failed(text) => format!("failed ({text})"),
            Outcome::Stopped => continue,
        };
        said.insert(&ended.solver, words);
    }
    said.into_iter().map(|(solver, words)| format!("{solver}: {words}")).collect()
}

/// A vacuity task asks whether the contract is contradictory, so that its proof is bad news.
fn settle_vacuity(report: &mut KernelReport) {
    for task in &mut report.tasks {
        if task.kind != TaskKind::Vacuity {
            continue;
        }
        task.verdict = match &task.verdict {
            TaskVerdict::Proved => TaskVerdict::Refuted { counterexample: None },
            TaskVerdict::Unknown { reason } => TaskVerdict::Unknown { reason: reason.clone() },
            TaskVerdict::Skipped { reason } => TaskVerdict::Skipped { reason: reason.clone() },
            TaskVerdict::Refuted { counterexample } => TaskVerdict::Refuted { counterexample: counterexample.clone() },
        };
    }
}
