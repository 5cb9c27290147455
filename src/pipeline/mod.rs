//! The way from files to verdicts, on one page: [`lower`] reads a file and lowers it to the IR, [`prove`] takes a kernel from there to
//! its report. Each stage stands in one of them, once.

pub mod amplify;
pub mod bench;
mod cells;
mod closing;
mod contained;
mod cover;
mod coverage;
pub mod derivations;
pub mod front;
pub mod generate;
mod invariants;
mod kept;
mod launched;
mod launches;
mod lengths;
mod limit;
mod preconditions;
pub mod races;
pub mod replay;
pub mod run;
pub mod session;
pub mod shards;
pub mod show;
pub mod solve;
mod suggest;
mod walk;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::base::config::{Required, Tried};
use crate::base::{Config, Diagnostic, Files, Severity, StopFlag, codes, memory, work};
use crate::kernel::ir::{Kernel, Program};
use crate::report::{Command, KernelReport, KernelVerdict, Progress, Run, Silent, TaskResult, accepted, verdict};
use crate::smt::{self, Patience};
use crate::tasks::TaskSet;
use crate::witness::Found;

use front::listed::Listed;
use front::{Given, on_archs, read, tasks_file};
use generate::execute;
use launches::Wanted;
use replay::findings::refutes;
use replay::{Origin, Replay, Runs, conflicts};
use run::Request;
use session::{STACK, Session, Solvers, Tap, Unwatched};
use show::Shown;
use solve::lemmas::{self, Lemmas};
use solve::parts;
use solve::simplify_and_solve;
use walk::{Order, Work, over_files};

/// Proves every kernel of these files.
pub fn prove_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    prove_watched(paths, config, stop, progress, &Unwatched)
}

/// The same, and a tap is shown what each stage makes.
pub fn prove_watched(
    paths: &[PathBuf],
    config: &Config,
    stop: &StopFlag,
    progress: &dyn Progress,
    tap: &dyn Tap,
) -> Run {
    with_session(Command::Prove, config, stop, progress, |run, session| {
        let session = &Session { tap, ..*session };
        let work = Work {
            lower,
            lemmas: &|program| lemmas::prove(&program.theory, session),
            kernel: &|kernel, origin, lemmas| {
                kept::report(Command::Prove, (kernel, origin), lemmas, session, || {
                    limit::timed(session, |session| prove_as_launched(kernel, origin, lemmas, session))
                })
            },
            tasks: &|set| limit::timed(session, |session| concluded(prove_tasks(set, session), config)),
            order: Order::OneByOne,
        };
        over_files(run, paths, session, &work)
    })
}

/// Proves a kernel, of every launch or else of those that the program makes.
fn prove_as_launched(kernel: &Kernel, origin: Origin<'_>, lemmas: &Lemmas, session: &Session<'_>) -> KernelReport {
    let config = session.config;
    let (mut report, strengthened) = proved(kernel, origin, lemmas, session);
    let is_settled = report.verdict.is_success() && launched::holds_for(kernel);
    let is_open = !is_settled && report.verdict != KernelVerdict::Unsupported;
    if is_open && session.tap.asks_as_launched() && launched::applies(kernel, config) {
        let unwatched = Session { tap: &Unwatched, ..*session };
        let look = |kernel: &Kernel| concluded(prove(kernel, origin, lemmas, &unwatched), config);
        report = match session.stop.is_set() {
            true => launched::not_looked_at(report, session),
            false => launched::as_launched(kernel, config, &look).unwrap_or(report),
        };
    }
    if session.tap.asks_as_launched() {
        let tasks = |kernel: &Kernel| {
            let mut sets = execute(kernel, config).with_functions().sets;
            sets.iter_mut().for_each(|set| lemmas.assume(set));
            sets
        };
        parts::narrow(strengthened.as_ref().unwrap_or(kernel), &mut report, &tasks, session);
        beside(&mut report, Command::Prove, (kernel, origin), session);
    }
    if session.tap.asks_as_launched() {
        report.tasks.extend(call_sites(kernel, origin, lemmas, session));
    }
    report.diagnostics.extend(coverage::wanted_contract(&report, config));
    report.diagnostics.extend(coverage::wanted_scope(&report, config));
    report
}

/// Proves a kernel, with invariants of ours where it is not proved without and they help; gives the kernel that has them, too.
fn proved(
    kernel: &Kernel,
    origin: Origin<'_>,
    lemmas: &Lemmas,
    session: &Session<'_>,
) -> (KernelReport, Option<Kernel>) {
    let look = |kernel: &Kernel, otherwise: bool| {
        concluded(prove(kernel, origin, lemmas, &Session { otherwise, ..*session }), session.config)
    };
    let known = session.tap.invariants(&kernel.name);
    if !known.is_empty() {
        return (look(&invariants::with_texts(kernel, &known), true), None);
    }
    // What is not known of a loop yet nobody proves by cases.
    let is_later = invariants::are_sought(kernel);
    let report = look(kernel, !is_later);
    let Some((kernel, _)) = invariants::strengthened(kernel, &report, lemmas, session) else {
        let is_open = is_later && report.verdict == KernelVerdict::Unknown && !session.stop.is_set();
        return (if is_open { look(kernel, true) } else { report }, None);
    };
    let stronger = look(&kernel, true);
    let open = |report: &KernelReport| report.tasks.iter().filter(|task| !task.verdict.is_proved()).count();
    match stronger.verdict.is_success() || open(&stronger) < open(&report) {
        true => (stronger, Some(kernel)),
        false => (report, None),
    }
}

/// Puts what the launches of the program show beside what is not proved. That they do not race is all that is asked of `races`; it
/// says nothing of what a kernel computes.
fn beside(report: &mut KernelReport, command: Command, (kernel, origin): (&Kernel, Origin<'_>), session: &Session<'_>) {
    if report.verdict != KernelVerdict::Unknown {
        return;
    }
    let Some(amplified) = amplify::of_program(kernel, origin, session) else { return };
    match amplified.verdict {
        KernelVerdict::RaceFree if command == Command::Races => *report = amplified,
        _ => report.coverage.amplified = amplified.coverage.amplified,
    }
}

/// Whether the program's launches meet the contract of a kernel.
fn call_sites(kernel: &Kernel, origin: Origin<'_>, lemmas: &Lemmas, session: &Session<'_>) -> Vec<TaskResult> {
    if session.stop.is_set() {
        return Vec::new();
    }
    let unwatched = Session { tap: &Unwatched, ..*session };
    let look = |kernel: &Kernel| concluded(prove(kernel, origin, lemmas, &unwatched), session.config);
    launched::call_sites(kernel, session.config, &look)
}

/// Text to IR: the front half that every command shares.
pub fn lower(files: &mut Files, path: &Path, given: &Given, config: &Config) -> Program {
    on_archs(files, path, config, &|files, config| {
        let source = read(files, path, given, config);
        front::lower(source, files, config)
    })
}

/// Proves a kernel in the IR, as far as it goes: every stage once, in order. What a stage made is shown to the session's tap before
/// the next one begins, and the way ends where the tap has seen enough. The verdict is left to the caller.
pub fn prove(kernel: &Kernel, origin: Origin<'_>, lemmas: &Lemmas, session: &Session<'_>) -> KernelReport {
    let config = &accepting(session.config, kernel, origin);
    let session = &Session { config, ..*session };
    let tap = session.tap;
    let mut report = KernelReport::of(kernel);
    if tap.lowered(kernel).is_break() {
        return report;
    }
    let started = Instant::now();
    let executed =
        work::until(session.stop, limit::FIRST_STEPS, || execute(kernel, config).with_races().with_functions());
    let Ok(mut generated) = executed else {
        limit::cut(&mut report, session);
        return report;
    };
    report.outline.infer(std::mem::take(&mut generated.log.inferred));
    generated.unsupported().for_each(|found| report.add_unsupported(found));
    if kernel.diagnostics.iter().any(Diagnostic::is_error) {
        return report;
    }
    generated.sets.iter_mut().for_each(|set| lemmas.assume(set));
    report.cost.vc_seconds = started.elapsed().as_secs_f64();
    if !report.unsupported.is_empty() || tap.generated(&generated.sets).is_break() {
        return report;
    }
    let runs = Runs::of(kernel, config, session.stop);
    for set in &generated.sets {
        simplify_and_solve(set, &kernel.name, &runs, session).join(&mut report);
    }
    limit::cut(&mut report, session);
    if !report.tasks.iter().all(|task| task.verdict.is_proved()) {
        report.diagnostics.extend(lemmas.missing());
    }
    if tap.ends_at_solvers() {
        return report;
    }
    let replay = Replay { kernel, origin, config };
    let (found, said) = runs.replay(&mut report.tasks, &generated.log.unknown_after, &replay, session.stop);
    report.diagnostics.extend(said);
    report.races = conflicts::races(&report.tasks, &generated.races, &found, &replay);
    report.barriers = conflicts::barriers(&report.tasks, &found, &replay);
    suggest(&mut report, &found, &replay, session);
    if verdict::of_proof(&report).is_success() {
        report.assumptions.extend(cells::assumed(&mut report.tasks, lemmas, &replay, session));
    }
    limit::cut(&mut report, session);
    if verdict::of_proof(&report).is_success() {
        tap.proved(&report, &generated.sets, config);
    }
    report
}

/// The configuration for a kernel in whose file a comment accepts findings: then the rest counts.
fn accepting<'c>(config: &'c Config, kernel: &Kernel, origin: Origin<'_>) -> Cow<'c, Config> {
    let is_known = (kernel.span.file.0 as usize) < origin.sources.len();
    if !is_known || !origin.sources.get(kernel.span.file).text.contains(accepted::WORD) {
        return Cow::Borrowed(config);
    }
    let required = Required { tried: Tried::All, ..config.required.clone() };
    Cow::Owned(Config { required, ..config.clone() })
}

/// Proves the tasks of a file.
pub fn prove_tasks(set: &TaskSet, session: &Session<'_>) -> KernelReport {
    let mut report = tasks_file::report(set);
    if report.unsupported.is_empty() && session.tap.generated(std::slice::from_ref(set)).is_continue() {
        simplify_and_solve(set, &set.kernel, &Runs::default(), session).join(&mut report);
    }
    limit::cut(&mut report, session);
    report
}

/// Says what a verdict covers, and the verdict.
fn concluded(mut report: KernelReport, config: &Config) -> KernelReport {
    report.coverage = coverage::of(&report, config);
    report.scope = launched::given(config);
    report.verdict = verdict::of_proof(&report);
    report
}

/// Suggests what `requires` would help.
fn suggest(report: &mut KernelReport, found: &Found, replay: &Replay<'_>, session: &Session<'_>) {
    let patience = if refutes(found, session.config) { Patience::Brief } else { Patience::Full };
    let precondition =
        preconditions::precondition(replay.kernel, report, &found.findings, &session.with(patience), Patience::Brief);
    precondition.iter().for_each(|found| found.offer(report));
    cover::coverings(&mut report.tasks, found, replay, session);
    cover::finite(&mut report.tasks, replay, session);
}

/// Looks for races and divergent barriers in every kernel of these files.
pub fn races_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    with_session(Command::Races, config, stop, progress, |run, session| {
        let work = Work {
            lower,
            lemmas: &|_| Lemmas::default(),
            kernel: &|kernel, origin, _| {
                let look = || {
                    let mut report = limit::timed(session, |session| {
                        let mut report = races::kernel(kernel, origin, session);
                        beside(&mut report, Command::Races, (kernel, origin), session);
                        report.tasks.extend(call_sites(kernel, origin, &Lemmas::default(), session));
                        report
                    });
                    report.diagnostics.extend(coverage::wanted_scope(&report, config));
                    report
                };
                kept::report(Command::Races, (kernel, origin), &Lemmas::default(), session, look)
            },
            tasks: &|set| limit::timed(session, |session| races::read_tasks(set, session)),
            order: limit::order(config),
        };
        over_files(run, paths, session, &work)
    })
}

/// Runs the launches of every kernel of these files for all data.
pub fn amplify_files(
    paths: &[PathBuf],
    config: &Config,
    (request, listed): (&Request, &[Listed]),
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Run {
    with_session(Command::Amplify, config, stop, progress, |run, session| {
        let wanted = Wanted { request, listed };
        let work = Work {
            lower,
            lemmas: &|_| Lemmas::default(),
            kernel: &|kernel, origin, _| {
                limit::timed(session, |session| amplify::kernel(kernel, origin, &wanted, session))
            },
            tasks: &check_tasks,
            order: Order::OneByOne,
        };
        over_files(run, paths, session, &work)
    })
}

/// Says of every kernel of these files whether it is modelled.
pub fn check_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    with_session(Command::Check, config, stop, progress, |run, session| {
        let work = Work {
            lower,
            lemmas: &|_| Lemmas::default(),
            kernel: &|kernel, _, _| check_kernel(kernel, config),
            tasks: &check_tasks,
            order: Order::SideBySide,
        };
        over_files(run, paths, session, &work)
    })
}

/// Shows what a stage makes of every kernel of these files that is modelled.
pub fn show_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, shown: &Shown) -> Run {
    with_session(Command::Vcs, config, stop, &Silent, |run, session| {
        let session = &Session { tap: shown, ..*session };
        let work = Work {
            lower,
            lemmas: &|program| lemmas::prove(&program.theory, session),
            kernel: &|kernel, origin, lemmas| {
                let report = check_kernel(kernel, config);
                if report.verdict.is_success() || shown.is_of_every_kernel() {
                    prove(kernel, origin, lemmas, session);
                }
                report
            },
            tasks: &|set| {
                prove_tasks(set, session);
                check_tasks(set)
            },
            order: Order::OneByOne,
        };
        over_files(run, paths, session, &work)
    })
}

/// Says of every kernel of these files what its contract might say so that it is safe.
pub fn suggest_files(paths: &[PathBuf], config: &Config, stop: &StopFlag, progress: &dyn Progress) -> Run {
    with_session(Command::Suggest, config, stop, progress, |run, session| {
        let work = Work {
            lower,
            lemmas: &|program| lemmas::prove(&program.theory, session),
            kernel: &|kernel, origin, lemmas| {
                let look = |kernel: &Kernel| concluded(prove(kernel, origin, lemmas, session), config);
                let stronger =
                    |kernel: &Kernel, report: &KernelReport| invariants::strengthened(kernel, report, lemmas, session);
                limit::timed(session, |session| suggest::contract(kernel, (&look, &stronger), session))
            },
            tasks: &check_tasks,
            order: Order::OneByOne,
        };
        over_files(run, paths, session, &work)
    })
}

/// Says whether the kernel is modelled that tasks are of.
fn check_tasks(set: &TaskSet) -> KernelReport {
    let mut report = tasks_file::report(set);
    report.verdict = verdict::of_check(&report);
    report
}

/// Says whether a kernel is modelled.
fn check_kernel(kernel: &Kernel, config: &Config) -> KernelReport {
    let mut report = KernelReport::of(kernel);
    report.unsupported.extend(execute(kernel, config).with_functions().unsupported().cloned());
    if report.unsupported.is_empty() {
        report.unsupported.extend(crate::interp::not_modelled(kernel));
    }
    report.verdict = verdict::of_check(&report);
    report
}

/// Does the work with solvers at hand, on threads that are wide and deep enough.
fn with_session(
    command: Command,
    config: &Config,
    stop: &StopFlag,
    progress: &dyn Progress,
    work: impl FnOnce(Run, &Session<'_>) -> Run + Send,
) -> Run {
    let mut run = Run { required: config.required.clone(), ..Run::new(command, Files::new()) };
    if let Err(errors) = smt::selected(config) {
        run.diagnostics.extend(errors);
        return run;
    }
    if let Some(megabytes) = config.solving.memory {
        memory::limit(megabytes);
    }
    let solvers = Solvers::new(config, progress);
    let store = kept::store(config, &mut run.diagnostics);
    let session = Session { store: &store, ..Session::new(config, &solvers, stop, progress) };
    let mut run = match rayon::ThreadPoolBuilder::new().num_threads(smt::jobs(config)).stack_size(STACK).build() {
        Ok(threads) => threads.install(|| work(run, &session)),
        Err(error) => {
            let message = format!("threads cannot be started: {error}");
            run.diagnostics.push(Diagnostic::new(codes::E0099, Severity::Error, message));
            run
        }
    };
    run.diagnostics.splice(0..0, solvers.warnings());
    run.diagnostics.extend(store.finish().into_iter().map(kept::without_others));
    run
}
