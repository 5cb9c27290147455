//! `gpuhoare races`: of a kernel the tasks about races and barriers alone, first without its annotations, then, where that
//! is not enough, with what they say, proved as well (R110).

use std::sync::{Mutex, PoisonError};

use crate::base::config::IntMode;
use crate::base::{Config, Diagnostic, StopFlag, codes};
use crate::kernel::ir::{AssertOrigin, Contract, Kernel, Loop, Stmt, StmtKind, occurs, rewritten};
use crate::report::{KernelReport, KernelVerdict, Progress, TaskResult, verdict};
use crate::smt::Patience;
use crate::tasks::{TaskKind, TaskSet};
use crate::witness::{self, Effort, Found, Search};

use super::conflicts;
use super::prove::{self, Runs};
use super::refute::{self, Origin};
use super::solvers::Solvers;
use super::suggest;

/// What the verdict of `races` rests on, and `prove` shows.
pub const DEFINED: &str = "accesses are in bounds and operations are defined (`prove` shows that)";
pub const REQUIRED: &str = "launches and inputs meet the `requires` clauses";

/// Whether loops keep their invariants, and assertions are proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Annotations {
    Dropped,
    Used,
}

/// The races and divergent barriers of a kernel.
///
/// # Errors
///
/// When solvers are needed and there are none.
pub fn kernel(
    kernel: &Kernel,
    origin: Origin<'_>,
    config: &Config,
    solvers: &Solvers<'_>,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Result<KernelReport, Vec<Diagnostic>> {
    let look = |annotations: Annotations| {
        let looked_at = with(kernel, annotations);
        attempt(&looked_at, origin, config, solvers, stop, progress)
    };
    let mut report = look(Annotations::Dropped)?;
    let annotated = is_annotated(&kernel.body);
    if report.verdict == KernelVerdict::Unknown && annotated && !stop.is_set() {
        let helped = look(Annotations::Used)?;
        if helped.verdict == KernelVerdict::RaceFree {
            return Ok(helped);
        }
    }
    // What is forgotten of a loop matters where something is not decided, and the kernel says nothing itself.
    if report.verdict != KernelVerdict::Unknown || annotated {
        report.diagnostics.retain(|found| found.code != codes::W0700);
    }
    Ok(report)
}

/// The race and barrier tasks of a file of tasks.
///
/// # Errors
///
/// As [`kernel`].
pub fn read_tasks(
    set: &TaskSet,
    config: &Config,
    solvers: &Solvers<'_>,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Result<KernelReport, Vec<Diagnostic>> {
    let mut set = set.clone();
    set.tasks.retain(|task| counts(task.kind));
    let mut report = prove::read_tasks(&set, config, solvers, stop, progress)?;
    report.checked = checked();
    report.verdict = verdict::of_races(&report);
    Ok(report)
}

fn attempt(
    kernel: &Kernel,
    origin: Origin<'_>,
    config: &Config,
    solvers: &Solvers<'_>,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Result<KernelReport, Vec<Diagnostic>> {
    let mut report = super::kernel_report(kernel);
    let (mut set, races) = prove::task_set_and_races(kernel, config);
    report.unsupported.extend(set.unsupported.iter().filter(|found| !kernel.unsupported.contains(found)).cloned());
    if !report.unsupported.is_empty() || report.diagnostics.iter().any(Diagnostic::is_error) {
        report.verdict = verdict::of_races(&report);
        return Ok(report);
    }
    set.tasks.retain(|task| counts(task.kind));
    // A thread that goes no further races with nobody.
    set.reach.clear();
    let mut search = Search::new(kernel, config, witness::options(config));
    search.go_on(Effort::SMALL, &|_| false);
    let mut found = only_these(search.found());
    if !found.findings.is_empty() {
        // What a run shows need not be tried, and it is racy anyway.
        search.go_on(Effort::LARGE, &Found::is_quiet);
        found = only_these(search.found());
    }
    let runs = Runs { found: &found, more: None, proposals: Mutex::default() };
    let mut report = prove::tasks(report, &set, &runs, config, solvers, stop, progress)?;
    let proposals = runs.proposals.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.checked = checked();
    report.assumptions.push(DEFINED.to_owned());
    if !kernel.contract.requires.is_empty() {
        report.assumptions.push(REQUIRED.to_owned());
    }
    if !stop.is_set() {
        refute::apply(&mut report, kernel, &found, config, origin);
        // Then the launches that solvers propose.
        for effort in [Some(Effort::LARGE), Some(Effort::WIDE), None] {
            let open: Vec<&TaskResult> = report.tasks.iter().filter(|task| refute::is_open(task)).collect();
            if open.is_empty() || stop.is_set() {
                break;
            }
            // A run stands for each open task: nothing more is to be learnt.
            let enough = |found: &Found| open.iter().all(|task| refute::shows(found, task, config));
            match effort {
                Some(effort) => search.go_on(effort, &enough),
                None => search.propose(&proposals, &enough),
            }
            found = only_these(search.found());
            refute::apply(&mut report, kernel, &found, config, origin);
        }
        refute::outside(&mut report, kernel, &found, config, origin);
        conflicts::report(&mut report, &races, &found, kernel, config, origin);
        suggest::requirements(&mut report, kernel, &found, config, solvers, Patience::Full, stop)?;
        if found.findings.is_empty() && config.ints == IntMode::Math {
            let found = only_these(&witness::search_machine(kernel, config, Effort::SMALL));
            refute::machine_only(&mut report, kernel, &found, config, origin);
        }
    }
    report.verdict = verdict::of_races(&report);
    Ok(report)
}

fn only_these(found: &Found) -> Found {
    let mut found = found.clone();
    conflicts::only_these(&mut found);
    found
}

fn checked() -> Vec<String> {
    ["races", "barriers"].map(str::to_owned).to_vec()
}

/// Whether a task is about races and barriers, or is what the proofs of those rest on.
fn counts(kind: TaskKind) -> bool {
    match kind {
        TaskKind::Race
        | TaskKind::Barrier
        | TaskKind::InvariantEntry
        | TaskKind::InvariantPreserved
        | TaskKind::Assert
        | TaskKind::BarrierInvariant
        | TaskKind::Initialised
        | TaskKind::Lemma
        | TaskKind::Vacuity => true,
        TaskKind::Ensures | TaskKind::Bounds | TaskKind::Division | TaskKind::Overflow | TaskKind::Variant => false,
    }
}

// ── annotations ─────────────────────────────────────────────────────────────────────────────────

/// The kernel without what it shall compute. An assertion of the program ends a thread for which it is false, so what
/// follows may rely on it.
fn with(kernel: &Kernel, annotations: Annotations) -> Kernel {
    let body = rewritten(kernel.body.clone(), &mut |stmt, out| statement(stmt, annotations, out));
    let contract = Contract { ensures: Vec::new(), writes: Vec::new(), ..kernel.contract.clone() };
    Kernel { contract, body, ..kernel.clone() }
}

fn statement(Stmt { kind, span }: Stmt, annotations: Annotations, out: &mut Vec<Stmt>) {
    let kind = match kind {
        // A call by contract is looked at as one that is inlined: nothing relies on contracts here.
        StmtKind::Call(call) => return out.extend(call.body),
        StmtKind::Assert { clause, origin } if origin.is_program() && origin != AssertOrigin::Initialised => {
            StmtKind::Assume(clause)
        }
        StmtKind::Assert { origin, .. } if annotations == Annotations::Dropped && !origin.is_program() => return,
        StmtKind::Loop(found) if annotations == Annotations::Dropped => {
            StmtKind::Loop(Loop { invariants: Vec::new(), variant: None, ..found })
        }
        StmtKind::Loop(found) => StmtKind::Loop(Loop { variant: None, ..found }),
        kind => kind,
    };
    out.push(Stmt { kind, span });
}

/// Whether there is something to prove that may help.
fn is_annotated(stmts: &[Stmt]) -> bool {
    occurs(stmts, &|kind| match kind {
        StmtKind::Assert { origin, .. } => !origin.is_program(),
        StmtKind::Loop(found) => !found.invariants.is_empty(),
        _ => false,
    })
}
