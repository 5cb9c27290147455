//! One kernel from the IR to its results: execution, simplification, solvers.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::time::Instant;

use rayon::prelude::*;

use crate::base::Span;
use crate::base::config::{IntMode, RaceFreedom, Simplify};
use crate::base::{Config, Diagnostic, Severity, StopFlag, codes};
use crate::exec;
use crate::kernel::ir::{Kernel, Unsupported};
use crate::logic::{TermId, Terms};
use crate::race::{self, Races};
use crate::report::{KernelReport, Progress, TaskResult, TaskVerdict};
use crate::simplify::{self, Part};
use crate::smt::{Answer, Outcome, Portfolio, Query, encode};
use crate::tasks::{Form, Task, TaskKind, TaskSet};
use crate::witness::{self, Effort, Found};

use super::conflicts;
use super::lemmas::Lemmas;
use super::refute::{self, Origin};
use super::solvers::Solvers;
use super::suggest;
use super::tasks_file;

/// What the tasks of a kernel cover.
const CHECKED: &[&str] = &["functional", "barriers", "bounds", "division"];

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
    let (mut set, races) = task_set_and_races(kernel, config);
    report.unsupported.extend(set.unsupported.iter().filter(|found| !kernel.unsupported.contains(found)).cloned());
    if kernel.diagnostics.iter().any(Diagnostic::is_error) {
        return Ok(report);
    }
    lemmas.assume(&mut set);
    report.vc_seconds = started.elapsed().as_secs_f64();
    if !report.unsupported.is_empty() {
        return Ok(report);
    }
    let found = witness::search(kernel, config, Effort::SMALL);
    let mut report = tasks(report, &set, &found, config, solvers, stop, progress)?;
    if !report.tasks.iter().all(|task| task.verdict.is_proved()) {
        report.diagnostics.extend(lemmas.missing());
    }
    if !stop.is_set() {
        let found = replay(&mut report, kernel, found, config, origin);
        conflicts::report(&mut report, &races, &found, kernel, config, origin);
        suggest::requirements(&mut report, kernel, &found, config, solvers, stop)?;
    }
    Ok(report)
}

/// Puts what runs show beside what was proved, and looks further where something is open.
fn replay(report: &mut KernelReport, kernel: &Kernel, mut found: Found, config: &Config, origin: Origin<'_>) -> Found {
    refute::apply(report, kernel, &found, config, origin);
    if report.tasks.iter().any(refute::is_open) {
        found = witness::search(kernel, config, Effort::LARGE);
        refute::apply(report, kernel, &found, config, origin);
    }
    refute::classify(report, kernel, &found);
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
    tasks(tasks_file::report(set), set, &Found::default(), config, solvers, stop, progress)
}

/// Proves all tasks, unless something is not modelled, and adds to the report what came of it.
pub(super) fn tasks(
    mut report: KernelReport,
    set: &TaskSet,
    found: &Found,
    config: &Config,
    solvers: &Solvers<'_>,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Result<KernelReport, Vec<Diagnostic>> {
    if !report.unsupported.is_empty() {
        return Ok(report);
    }
    let portfolio = solvers.open()?;
    report.checked = CHECKED.iter().map(|what| what.to_string()).collect();
    if !set.assumptions.iter().any(|assumption| assumption == exec::RACE_FREEDOM) {
        report.checked.push("races".into());
    }
    report.assumptions.extend(set.assumptions.iter().cloned());
    for (span, note) in &set.notes {
        report.diagnostics.push(Diagnostic::new(codes::W0700, Severity::Note, note.clone()).at(*span, ""));
    }
    progress.kernel_started(&report.name, set.tasks.len());
    let twins = Twins::default();
    let run = |task: &&Task| {
        let outcome = match found.met > 0 && task.kind == TaskKind::Vacuity && !is_vacuity_of_loop(set, task) {
            true => satisfied(task),
            false if refute::settles(found, task, set, config) => simplified(set, task, config),
            false => twins.solve(set, task, || solve(set, task, config, portfolio, stop)),
        };
        progress.task_done(&outcome.result);
        outcome
    };
    // Whether a loop's invariants contradict each other matters only where something is not proved.
    let (late, early): (Vec<&Task>, Vec<&Task>) = set.tasks.iter().partition(|task| is_vacuity_of_loop(set, task));
    let mut outcomes: Vec<Solved> =
        in_groups(&early).par_iter().flat_map_iter(|group| until_open(group, found, config, progress, &run)).collect();
    if !outcomes.iter().all(|outcome| outcome.result.verdict.is_proved()) {
        let is_bad_news = |outcome: &Solved| {
            outcome.contradiction.is_some() || matches!(outcome.result.verdict, TaskVerdict::Refuted { .. })
        };
        outcomes.par_extend(late.par_iter().map(run).filter(is_bad_news));
    }
    outcomes.sort_by_key(|outcome| set.tasks.iter().position(|task| task.id == outcome.result.id));
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

/// Race tasks that say the same about different places: one proof serves them all.
#[derive(Default)]
struct Twins {
    results: Mutex<HashMap<Vec<Said>, TaskResult>>,
}

/// A hypothesis: a proposition, or an assignment or lemma by its position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Said {
    Proposition(TermId),
    Other(usize),
}

impl Twins {
    /// The result of an earlier task with the same hypotheses and goal, if there is one.
    fn solve(&self, set: &TaskSet, task: &Task, solve: impl FnOnce() -> Solved) -> Solved {
        if task.kind != TaskKind::Race {
            return solve();
        }
        let said = |at: &usize| match set.hypotheses[*at].form {
            Form::Proposition(term) => Said::Proposition(term),
            Form::Assign(_) | Form::Schema(_) => Said::Other(*at),
        };
        let mut key: Vec<Said> = task.hypotheses.iter().map(said).collect();
        key.push(Said::Proposition(task.goal));
        key.sort_unstable();
        key.dedup();
        let known = self.results.lock().expect("nobody panics with it").get(&key).cloned();
        if let Some(known) = known {
            let own = TaskResult::of(task);
            let result =
                TaskResult { id: own.id, span: own.span, statement_span: own.statement_span, seconds: 0.0, ..known };
            return Solved { result, vc_seconds: 0.0, smt_seconds: 0.0, contradiction: None };
        }
        let solved = solve();
        if !matches!(solved.result.verdict, TaskVerdict::Skipped { .. }) {
            self.results.lock().expect("nobody panics with it").insert(key, solved.result.clone());
        }
        solved
    }
}

/// Tasks about the same two accesses together, in the order of their first ones; every other task by itself.
fn in_groups<'t>(tasks: &[&'t Task]) -> Vec<Vec<&'t Task>> {
    let mut groups: Vec<Vec<&'t Task>> = Vec::new();
    let mut of_places: BTreeMap<(Span, Option<Span>), usize> = BTreeMap::new();
    for task in tasks {
        let group = match task.kind {
            TaskKind::Race => *of_places.entry((task.span, task.statement)).or_insert(groups.len()),
            _ => groups.len(),
        };
        match groups.get_mut(group) {
            Some(group) => group.push(task),
            None => groups.push(vec![task]),
        }
    }
    groups
}

/// The tasks of a group, until one is open: then so are those two accesses, whatever the other tasks say.
fn until_open<'t>(
    group: &[&'t Task],
    found: &Found,
    config: &Config,
    progress: &dyn Progress,
    run: &(dyn Fn(&&'t Task) -> Solved + Sync),
) -> Vec<Solved> {
    let mut open: Option<String> = match group {
        [task, ..] if task.kind == TaskKind::Race && refute::shows(found, &TaskResult::of(task), config) => {
            Some(refute::SHOWN.to_owned())
        }
        _ => None,
    };
    let mut outcomes = Vec::new();
    for task in group {
        if let Some(reason) = &open {
            let verdict = TaskVerdict::Unknown { reason: reason.clone() };
            let result = TaskResult { verdict, ..TaskResult::of(task) };
            progress.task_done(&result);
            outcomes.push(Solved { result, vc_seconds: 0.0, smt_seconds: 0.0, contradiction: None });
            continue;
        }
        let outcome = run(task);
        if matches!(outcome.result.verdict, TaskVerdict::Unknown { .. }) {
            open = Some(format!("{}{} is open", refute::NOT_TRIED, task.id));
        }
        outcomes.push(outcome);
    }
    outcomes
}

/// The tasks of a kernel, those about races with them unless race freedom is assumed.
pub fn task_set(kernel: &Kernel, config: &Config) -> TaskSet {
    task_set_and_races(kernel, config).0
}

/// The same, and what each race task is about.
pub(super) fn task_set_and_races(kernel: &Kernel, config: &Config) -> (TaskSet, Races) {
    let (mut set, log) = exec::execute_and_log(kernel, config);
    let races = match config.race_freedom {
        RaceFreedom::Proved => race::add_tasks(&mut set, &log, kernel, config),
        RaceFreedom::Assumed => Races::default(),
    };
    (set, races)
}

/// What of a kernel the executor does not model, beyond what the front end found.
pub fn unsupported(kernel: &Kernel, config: &Config) -> Vec<Unsupported> {
    let set = exec::execute(kernel, config);
    set.unsupported.into_iter().filter(|found| !kernel.unsupported.contains(found)).collect()
}

/// A task's result, with what the kernel's totals need.
pub(super) struct Solved {
    pub(super) result: TaskResult,
    pub(super) vc_seconds: f64,
    pub(super) smt_seconds: f64,
    pub(super) contradiction: Option<Diagnostic>,
}

/// The contract can be met: a launch that meets it was run.
fn satisfied(task: &Task) -> Solved {
    let result =
        TaskResult { verdict: TaskVerdict::Proved, solver: Some("interpreter".into()), ..TaskResult::of(task) };
    Solved { result, vc_seconds: 0.0, smt_seconds: 0.0, contradiction: None }
}

/// A task that a run violates needs no solver; that the simplifier proves it would be a contradiction.
fn simplified(set: &TaskSet, task: &Task, config: &Config) -> Solved {
    let parts = match config.simplify {
        Simplify::Yes => simplify::simplify(set, task, config, &mut |_, _, _| {}),
        Simplify::No => vec![simplify::raw(set, task)],
    };
    let proved = parts.iter().all(|part| part.proved);
    let verdict = match proved {
        true => TaskVerdict::Proved,
        false => TaskVerdict::Unknown { reason: "a run violates it".into() },
    };
    let solver = proved.then(|| "simplifier".to_owned());
    let size = parts.iter().map(|part| part.size() as u64).sum();
    let result = TaskResult { verdict, solver, size, ..TaskResult::of(task) };
    Solved { result, vc_seconds: 0.0, smt_seconds: 0.0, contradiction: None }
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
    stop: &StopFlag,
) -> Result<TaskResult, Vec<Diagnostic>> {
    Ok(solve(set, task, config, solvers.open()?, stop).result)
}

pub(super) fn solve(set: &TaskSet, task: &Task, config: &Config, portfolio: &Portfolio, stop: &StopFlag) -> Solved {
    let started = Instant::now();
    let mut outcome = Solved { result: TaskResult::of(task), vc_seconds: 0.0, smt_seconds: 0.0, contradiction: None };
    if stop.is_set() {
        outcome.result.verdict = TaskVerdict::Skipped { reason: "interrupted".into() };
        return outcome;
    }
    let raw = simplify::raw(set, task);
    outcome.result.size_raw = raw.size() as u64;
    if task.kind == TaskKind::Vacuity && !is_vacuity_of_loop(set, task) {
        vacuity(set, task, &raw, portfolio, stop, &mut outcome);
        outcome.result.seconds = started.elapsed().as_secs_f64();
        return outcome;
    }
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
    if task.kind == TaskKind::Vacuity {
        // A proof that the hypotheses contradict each other is bad news, and no proof is no news.
        outcome.result.verdict = match outcome.result.verdict {
            TaskVerdict::Proved => TaskVerdict::Refuted { counterexample: None },
            other => other,
        };
    }
    outcome.result.seconds = started.elapsed().as_secs_f64();
    outcome
}

/// Whether the task asks if contract and invariants together can be met (else: the contract alone).
fn is_vacuity_of_loop(set: &TaskSet, task: &Task) -> bool {
    let of_loop = |at: &usize| {
        let origin = &set.hypotheses[*at].origin;
        origin.contains("invariant") || matches!(set.hypotheses[*at].form, Form::Assign(_))
    };
    task.kind == TaskKind::Vacuity && task.hypotheses.iter().any(of_loop)
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
        let answer = ask(&query, portfolio, stop, outcome)?;
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

/// Puts a query to the solvers, and keeps the time that it took and what they contradict each other in.
fn ask(query: &Query, portfolio: &Portfolio, stop: &StopFlag, outcome: &mut Solved) -> Result<Answer, TaskVerdict> {
    let answer = portfolio.solve(query, stop);
    outcome.smt_seconds += answer.tries.iter().map(|ended| ended.seconds).sum::<f64>();
    match &answer.contradiction {
        Some(found) => {
            outcome.contradiction.get_or_insert_with(|| found.clone());
            Err(TaskVerdict::Unknown { reason: "the solvers contradict each other".into() })
        }
        None => Ok(answer),
    }
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

/// Whether the contract can be met: proved by a solver's `sat`, refuted by `unsat` (a bad sign: every other task is
/// then proved for nothing). What a hypothesis says of memory that no precondition mentions can always be met.
fn vacuity(set: &TaskSet, task: &Task, raw: &Part, portfolio: &Portfolio, stop: &StopFlag, outcome: &mut Solved) {
    let hypotheses = task.hypotheses.iter().zip(&raw.facts);
    let of_contract = |at: &usize| set.hypotheses[*at].origin.starts_with("requires");
    let clauses: Vec<TermId> = hypotheses.clone().filter(|(at, _)| of_contract(at)).map(|(_, fact)| *fact).collect();
    let mentioned = raw.terms.symbols_in(&clauses);
    let matters = |fact: &TermId| {
        let functions = raw.terms.symbols_in(&[*fact]).into_iter();
        let mut functions = functions.filter(|symbol| !raw.terms.symbol_info(*symbol).args.is_empty());
        functions.all(|symbol| mentioned.contains(&symbol))
    };
    let facts: Vec<TermId> = hypotheses.map(|(_, fact)| *fact).filter(matters).collect();
    outcome.result.size = raw.terms.dag_size(&facts) as u64;
    let general = encode(&raw.terms, &facts, raw.goal);
    let mut queries = Vec::new();
    if !general.approximate {
        // Tiny launches first: with the dimensions fixed most contracts are linear. Where something is abstracted
        // only `unsat` says anything, and of a tiny launch not even that does.
        for (block, grid) in [(1, 1), (4, 2)] {
            let (mut terms, mut facts) = (raw.terms.clone(), facts.clone());
            fix_dimensions(&mut terms, block, grid, &mut facts);
            queries.push(encode(&terms, &facts, raw.goal));
        }
    }
    queries.push(general);
    let last = queries.len() - 1;
    for (at, query) in queries.into_iter().enumerate() {
        let query = Query { sat_decides: !query.approximate, ..query };
        let answer = match ask(&query, portfolio, stop, outcome) {
            Ok(answer) => answer,
            Err(verdict) => {
                outcome.result.verdict = verdict;
                return;
            }
        };
        outcome.result.verdict = match &answer.outcome {
            Outcome::Sat { .. } if !query.approximate => TaskVerdict::Proved,
            Outcome::Unsat if at == last => TaskVerdict::Refuted { counterexample: None },
            Outcome::Stopped => TaskVerdict::Skipped { reason: "interrupted".into() },
            Outcome::Sat { .. } | Outcome::Unsat | Outcome::Unknown(_) | Outcome::Timeout | Outcome::Failed(_) => {
                TaskVerdict::Unknown { reason: reasons_of(&answer).join("; ") }
            }
        };
        outcome.result.solver = answer.solver;
        if outcome.result.verdict.is_proved() {
            return;
        }
    }
}

/// Adds the facts of a launch of `grid` by `block` threads in one dimension.
fn fix_dimensions(terms: &mut Terms, block: i64, grid: i64, facts: &mut Vec<TermId>) {
    let named: Vec<_> = terms.symbols().map(|(symbol, info)| (symbol, info.name.clone())).collect();
    for (symbol, name) in named {
        let value = match name.as_str() {
            "blockDim.x" => block,
            "gridDim.x" => grid,
            "blockDim.y" | "blockDim.z" | "gridDim.y" | "gridDim.z" => 1,
            _ => continue,
        };
        let (dimension, value) = (terms.apply(symbol, &[]), terms.int(value));
        facts.push(terms.eq(dimension, value));
    }
}
