//! One kernel from the IR to its results: execution, simplification, solvers.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Instant;

use crate::base::config::{IntMode, RaceFreedom};
use crate::base::{Config, Diagnostic, Severity, StopFlag, codes};
use crate::exec::{self, log::Log};
use crate::kernel::ir::{Kernel, Unsupported};
use crate::race::{self, Races};
use crate::report::{KernelReport, Progress, TaskResult};
use crate::smt::Patience;
use crate::tasks::{Task, TaskKind, TaskSet, may_be_assumed};
use crate::witness::{self, Effort, Found, Proposal, Search};

use super::attempt::{self, Attempt, Solved};
use super::cells;
use super::conflicts;
use super::court::Court;
use super::lemmas::Lemmas;
use super::refute::{self, Origin};
use super::solvers::Solvers;
use super::suggest;
use super::tasks_file;
use super::twins::Twins;

/// Proves a kernel, as far as it goes. The verdict is left to the caller.
///
/// # Errors
///
/// When solvers are needed and there are none.
pub fn kernel(
    kernel: &Kernel,
    origin: Origin<'_>,
    lemmas: &Lemmas,
    config: &Config,
    solvers: &Solvers<'_>,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Result<KernelReport, Vec<Diagnostic>> {
    let started = Instant::now();
    let mut report = super::kernel_report(kernel);
    let (mut sets, races, log) = task_sets_and_races(kernel, config);
    (report.inferred, report.unknown_after) = (log.inferred, log.unknown_after);
    for found in sets.iter().flat_map(|set| &set.unsupported) {
        if !report.unsupported.contains(found) {
            report.unsupported.push(found.clone());
        }
    }
    if kernel.diagnostics.iter().any(Diagnostic::is_error) {
        return Ok(report);
    }
    sets.iter_mut().for_each(|set| lemmas.assume(set));
    report.vc_seconds = started.elapsed().as_secs_f64();
    if !report.unsupported.is_empty() {
        return Ok(report);
    }
    let found = witness::search(kernel, config, Effort::SMALL);
    let more = OnceLock::new();
    let search = |done: &dyn Fn() -> bool| {
        more.get_or_init(|| witness::search_until(kernel, config, Effort::LARGE, &|_| done()))
    };
    let runs = Runs { found: &found, more: Some(&search), proposals: Mutex::default() };
    for set in &sets {
        report = tasks(report, set, &runs, config, solvers, stop, progress)?;
    }
    if !report.tasks.iter().all(|task| task.verdict.is_proved()) {
        report.diagnostics.extend(lemmas.missing());
    }
    if !stop.is_set() {
        let found = replay(&mut report, kernel, &runs, config, origin);
        conflicts::report(&mut report, &races, &found, kernel, config, origin);
        let patience = if refute::refutes(&found, config) { Patience::Brief } else { Patience::Full };
        suggest::requirements(&mut report, kernel, &found, config, solvers, patience, stop)?;
        suggest::coverings(&mut report, kernel, &found, config, solvers, stop)?;
        cells::state(&mut report, kernel, origin, lemmas, config, solvers, stop);
    }
    Ok(report)
}

/// What small launches show of a kernel.
pub(super) struct Runs<'r> {
    /// The first few of them.
    pub(super) found: &'r Found,
    /// Many more, run when they are first asked for, until nobody wants to know. None where every task is to be
    /// decided, whatever runs show.
    pub(super) more: Option<&'r (dyn Fn(&dyn Fn() -> bool) -> &'r Found + Sync)>,
    /// Sizes of launches in which tasks may be false, as solvers' models have them.
    pub(super) proposals: Mutex<Vec<Proposal>>,
}

impl Runs<'_> {
    /// Whether the first launches decide what becomes of the kernel.
    pub(super) fn decide(&self, config: &Config) -> bool {
        self.more.is_some() && refute::refutes(self.found, config)
    }
}

/// Puts what runs show beside what was proved, and looks further where something is open.
fn replay(report: &mut KernelReport, kernel: &Kernel, runs: &Runs<'_>, config: &Config, origin: Origin<'_>) -> Found {
    let mut found = runs.found.clone();
    refute::apply(report, kernel, &found, config, origin);
    let is_open = |report: &KernelReport| report.tasks.iter().any(refute::is_open);
    if let Some(more) = runs.more.filter(|_| is_open(report)) {
        found = more(&|| false).clone();
        refute::apply(report, kernel, &found, config, origin);
    }
    let proposals = std::mem::take(&mut *runs.proposals.lock().unwrap_or_else(PoisonError::into_inner));
    if is_open(report) && !proposals.is_empty() {
        let mut search = Search::new(kernel, config, witness::options(config));
        search.propose(&proposals, &|_| false);
        refute::apply(report, kernel, search.found(), config, origin);
        found.add(search.found());
    }
    refute::classify(report, kernel, &found, origin.sources);
    refute::met(report, kernel, &found, config);
    refute::outside(report, kernel, &found, config, origin);
    if found.findings.is_empty() && config.ints == IntMode::Math {
        let found = witness::search_machine(kernel, config, Effort::SMALL);
        refute::machine_only(report, kernel, &found, config, origin);
    }
    found
}

/// Proves the tasks of a file.
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
    let runs = Runs { found: &Found::default(), more: None, proposals: Mutex::default() };
    tasks(tasks_file::report(set), set, &runs, config, solvers, stop, progress)
}

/// Proves all tasks, unless something is not modelled, and adds to the report what came of it.
pub(super) fn tasks(
    mut report: KernelReport,
    set: &TaskSet,
    runs: &Runs<'_>,
    config: &Config,
    solvers: &Solvers<'_>,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Result<KernelReport, Vec<Diagnostic>> {
    if !report.unsupported.is_empty() {
        return Ok(report);
    }
    for assumption in &set.assumptions {
        if !report.assumptions.contains(assumption) {
            report.assumptions.push(assumption.clone());
        }
    }
    for (span, note) in &set.notes {
        report.diagnostics.push(Diagnostic::new(codes::W0700, Severity::Note, note.clone()).at(*span, ""));
    }
    progress.kernel_started(&report.name, set.tasks.len());
    let court = Court { set, found: runs.found, config, portfolio: solvers, stop, progress, twins: Twins::default() };
    let mut outcomes = court.decide(runs);
    let is_settled = |solved: &Solved| solved.result.verdict.is_proved() || solved.result.kind == TaskKind::Vacuity;
    if outcomes.iter().all(is_settled) {
        // Runs of a kernel may come by a function that it calls.
        outcomes.extend(court.unreached(runs.found.finished > 0 && set.kernel == report.name));
    }
    let places: BTreeMap<&str, usize> = set.tasks.iter().enumerate().map(|(at, task)| (&*task.id, at)).collect();
    outcomes.sort_by_key(|outcome| places.get(&*outcome.result.id));
    for outcome in outcomes {
        report.vc_seconds += outcome.vc_seconds;
        report.smt_seconds += outcome.smt_seconds;
        report.vc_size_raw += outcome.result.size_raw;
        report.vc_size += outcome.result.size;
        report.diagnostics.extend(outcome.contradiction);
        report.tasks.push(outcome.result);
    }
    let satisfiable = report.tasks.iter().any(|task| task.kind == TaskKind::Vacuity && task.verdict.is_proved());
    if satisfiable {
        report.assumptions.retain(|assumption| assumption != exec::SATISFIABLE_CONTRACT);
    }
    Ok(report)
}

/// The tasks of a kernel, those about races with them unless race freedom is assumed.
pub fn task_set(kernel: &Kernel, config: &Config) -> TaskSet {
    executed(kernel, config).0
}

/// The same, then those of the functions that it calls by contract.
pub fn task_sets(kernel: &Kernel, config: &Config) -> Vec<TaskSet> {
    task_sets_and_races(kernel, config).0
}

/// The same, what each race task is about, and what was recorded.
fn task_sets_and_races(kernel: &Kernel, config: &Config) -> (Vec<TaskSet>, Races, Log) {
    let (set, races, mut log) = executed(kernel, config);
    let mut sets = vec![set];
    sets.extend(exec::of_functions(kernel, &mut log, config));
    sets.iter_mut().for_each(|set| set.tasks.retain(|task| !may_be_assumed(&task.id)));
    (sets, races, log)
}

/// A kernel that calls nothing by contract: its tasks, and what each race task is about.
pub(super) fn task_set_and_races(kernel: &Kernel, config: &Config) -> (TaskSet, Races) {
    let (set, races, _) = executed(kernel, config);
    (set, races)
}

fn executed(kernel: &Kernel, config: &Config) -> (TaskSet, Races, Log) {
    let (mut set, log) = exec::execute_and_log(kernel, config);
    set.tasks.retain(|task| !may_be_assumed(&task.id));
    let races = match config.race_freedom {
        RaceFreedom::Proved => race::add_tasks(&mut set, &log, kernel, config),
        RaceFreedom::Assumed => Races::default(),
    };
    (set, races, log)
}

/// What of a kernel the executor does not model, beyond what the front end found.
pub fn unsupported(kernel: &Kernel, config: &Config) -> Vec<Unsupported> {
    let (set, mut log) = exec::execute_and_log(kernel, config);
    let mut all = set.unsupported;
    all.extend(exec::of_functions(kernel, &mut log, config).into_iter().flat_map(|set| set.unsupported));
    all.retain(|found| !kernel.unsupported.contains(found));
    all
}

/// Proves one task of a kernel. No run takes part, so runs can be held against what comes of it.
///
/// # Errors
///
/// As [`kernel`].
pub fn task(
    set: &TaskSet,
    task: &Task,
    config: &Config,
    solvers: &Solvers<'_>,
    patience: Patience,
) -> Result<TaskResult, Vec<Diagnostic>> {
    let stop = &StopFlag::new();
    let solvers = attempt::Solvers { portfolio: solvers, patience, rounds: config.rounds(), stop };
    Ok(Attempt::with(set, task, config, &solvers).end().result)
}
