//! `gpuhoare races`: of a kernel the tasks about races and barriers alone, first without its annotations, then, where that
//! is not enough, with what they say, proved as well (RACE-19).

use crate::base::config::IntMode;
use crate::base::{Diagnostic, codes, work};
use crate::kernel::ir::{AssertOrigin, Contract, Kernel, Loop, Stmt, StmtKind, occurs, rewritten};
use crate::report::{KernelReport, KernelVerdict, TaskResult, verdict};
use crate::smt::Patience;
use crate::tasks::{TaskKind, TaskSet};
use crate::witness::{self, Effort, Found, Search};

use super::front::tasks_file;
use super::generate::{Generated, execute};
use super::launched;
use super::limit;
use super::preconditions;
use super::replay::{Origin, Replay, Runs, conflicts, findings, refute, remarks};
use super::session::Session;
use super::solve::simplify_and_solve;

/// What the verdict of `races` rests on, and `prove` shows.
const DEFINED: &str = "accesses are in bounds and operations are defined (`prove` shows that)";
const REQUIRED: &str = "launches and inputs meet the `requires` clauses";

/// Whether loops keep their invariants, and assertions are proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Annotations {
    /// Loops have no invariants, and nothing is asserted.
    Dropped,
    /// They are proved, and what follows rests on them.
    Used,
}

/// Whether it is enough that some launch goes wrong, whichever it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Report,
    Verdict,
}

/// The races and divergent barriers of a kernel.
pub fn kernel(kernel: &Kernel, origin: Origin<'_>, session: &Session<'_>) -> KernelReport {
    if !launched::applies(kernel, session.config) {
        return of_launches(kernel, origin, session, Wanted::Report);
    }
    let every = of_launches(kernel, origin, session, Wanted::Verdict);
    let is_settled = every.verdict.is_success() && launched::holds_for(kernel);
    if is_settled || every.verdict == KernelVerdict::Unsupported {
        return every;
    }
    if session.stop.is_set() {
        return launched::not_looked_at(every, session);
    }
    let look = |kernel: &Kernel| of_launches(kernel, origin, session, Wanted::Report);
    launched::as_launched(kernel, session.config, &look).unwrap_or_else(|| look(kernel))
}

/// Those of the launches that meet its contract.
fn of_launches(kernel: &Kernel, origin: Origin<'_>, session: &Session<'_>, wanted: Wanted) -> KernelReport {
    let look = |annotations: Annotations| attempt(&with(kernel, annotations), origin, session, wanted);
    let mut report = look(Annotations::Dropped);
    let annotated = is_annotated(&kernel.body);
    if report.verdict == KernelVerdict::Unknown && annotated && !session.stop.is_set() {
        let helped = look(Annotations::Used);
        if helped.verdict == KernelVerdict::RaceFree {
            return helped;
        }
    }
    // What is forgotten of a loop matters where something is not decided, and the kernel says nothing itself.
    if report.verdict != KernelVerdict::Unknown || annotated {
        report.diagnostics.retain(|found| found.code != codes::W0700);
    }
    report
}

/// The race and barrier tasks of a file of tasks.
pub fn read_tasks(set: &TaskSet, session: &Session<'_>) -> KernelReport {
    let mut set = set.clone();
    set.tasks.retain(|task| counts(task.kind));
    let mut report = tasks_file::report(&set);
    if report.unsupported.is_empty() {
        simplify_and_solve(&set, &set.kernel, &Runs::default(), session).join(&mut report);
    }
    limit::cut(&mut report, session);
    report.coverage.checked = checked();
    report.verdict = verdict::of_races(&report);
    report
}

fn attempt(kernel: &Kernel, origin: Origin<'_>, session: &Session<'_>, wanted: Wanted) -> KernelReport {
    let config = session.config;
    let mut report = KernelReport { scope: launched::given(config), ..KernelReport::of(kernel) };
    let executed = work::until(session.stop, limit::FIRST_STEPS, || execute(kernel, config).with_races());
    let Ok(generated) = executed else {
        limit::cut(&mut report, session);
        report.verdict = verdict::of_races(&report);
        return report;
    };
    report.unsupported.extend(generated.unsupported().cloned());
    if !report.unsupported.is_empty() || report.diagnostics.iter().any(Diagnostic::is_error) {
        report.verdict = verdict::of_races(&report);
        return report;
    }
    let Generated { mut sets, races, .. } = generated;
    let mut set = sets.swap_remove(0);
    set.tasks.retain(|task| counts(task.kind));
    // A thread that goes no further races with nobody.
    set.reach.clear();
    let mut search = Search::new(kernel, config, witness::options(config), session.stop);
    search.go_on(Effort::SMALL, &|_| false);
    if !only_these(search.found()).findings.is_empty() {
        if wanted == Wanted::Verdict {
            report.verdict = KernelVerdict::Racy;
            return report;
        }
        // What a run shows need not be tried, and it is racy anyway.
        search.go_on(Effort::LARGE, &Found::is_quiet);
    }
    let runs = Runs::only(only_these(search.found()));
    simplify_and_solve(&set, &report.name, &runs, session).join(&mut report);
    limit::cut(&mut report, session);
    report.coverage.checked = checked();
    report.assumptions.push(DEFINED.to_owned());
    if !kernel.contract.requires.is_empty() {
        report.assumptions.push(REQUIRED.to_owned());
    }
    let replay = Replay { kernel, origin, config };
    let found = replayed(&mut report, search, runs, &replay, session);
    report.diagnostics.extend(remarks::outside(&report.tasks, &found, &replay));
    report.races = conflicts::races(&report.tasks, &races, &found, &replay);
    report.barriers = conflicts::barriers(&report.tasks, &found, &replay);
    let precondition = preconditions::precondition(kernel, &report, &found.findings, session, Patience::Brief);
    precondition.iter().for_each(|found| found.offer(&mut report));
    if found.findings.is_empty() && config.ints == IntMode::Math {
        let found = only_these(&witness::search_machine(kernel, config, Effort::SMALL, session.stop));
        report.diagnostics.extend(remarks::machine_only(&found, &replay));
    }
    limit::cut(&mut report, session);
    report.verdict = verdict::of_races(&report);
    report
}

/// Puts what runs show beside what was proved. Where tasks are open, more launches are run, and then those that solvers propose.
fn replayed(
    report: &mut KernelReport,
    mut search: Search<'_>,
    runs: Runs<'_>,
    replay: &Replay<'_>,
    session: &Session<'_>,
) -> Found {
    let mut found = runs.found().clone();
    let proposals = runs.into_proposals();
    report.diagnostics.extend(refute::apply(&mut report.tasks, &found, replay));
    for effort in [Some(Effort::LARGE), Some(Effort::WIDE), None] {
        let open: Vec<&TaskResult> = report.tasks.iter().filter(|task| findings::is_open(task)).collect();
        if open.is_empty() || session.stop.is_set() {
            break;
        }
        // A run stands for each open task: nothing more is to be learnt.
        let enough = |found: &Found| open.iter().all(|task| findings::shows(found, task, session.config));
        match effort {
            Some(effort) => search.go_on(effort, &enough),
            None => search.propose(&proposals, &enough),
        }
        found = only_these(search.found());
        report.diagnostics.extend(refute::apply(&mut report.tasks, &found, replay));
    }
    found
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
        | TaskKind::Vacuity
        | TaskKind::CallSite => true,
        TaskKind::Ensures | TaskKind::Bounds | TaskKind::Division | TaskKind::Overflow | TaskKind::Variant => false,
    }
}

// ── annotations ─────────────────────────────────────────────────────────────────────────────────

/// The kernel without what it shall compute. An assertion of the program ends a thread for which it is false, so what
/// follows may rely on it.
pub fn with(kernel: &Kernel, annotations: Annotations) -> Kernel {
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
