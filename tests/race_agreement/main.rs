//! Do proofs of races and runs agree? Thousands of random kernels without annotations: a race or a divergent barrier that a run of a
//! small launch shows must be one that is not proved absent, and a race of accesses that are typed as depending on no data
//! (RACE-27) happens again with other contents of arrays and in other orders of threads.
//!
//! No run takes part in the proofs. They take barriers for passed by whole blocks (RACE-2, RACE-23): of what is seen in a launch where a barrier
//! diverges, which is not proved absent itself, the tool must list what is proved, since it runs launches itself. The short run has a fixed seed. The long one is
//!
//! ```sh
//! cargo test --release --test race_agreement -- --ignored --nocapture long
//! ```
//!
//! with `RACES_KERNELS` kernels (3000), `RACES_SEED` (1), and `RACES_SOLVERS=1` where solvers shall try what the simplifier leaves open.

mod generate;
#[path = "../common/random.rs"]
mod random;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gpuhoare::base::{Config, Files, Span, StopFlag};
use gpuhoare::exec;
use gpuhoare::interp::{self, Contents, End, Options, Outcome, RemarkKind, Schedule, Setup, Violation, ViolationKind};
use gpuhoare::kernel::ir::{AccessKind, ArrayId, Kernel};
use gpuhoare::pipeline::session::{Session, Solvers};
use gpuhoare::pipeline::{self, solve};
use gpuhoare::race::typing::{Cause, Threads, Typing};
use gpuhoare::race::{self, Races};
use gpuhoare::report::{Conflict, KernelReport, Silent};
use gpuhoare::simplify;
use gpuhoare::tasks::{TaskKind, TaskSet};
use gpuhoare::witness::{self, Launches};
use rayon::prelude::*;

use random::Random;

/// Launches of each kernel, and steps of a run.
const LAUNCHES: u64 = 24;
const STEPS: u64 = 20_000;

/// Pairs of places of a kernel that are held against the proof.
const MOST_SEEN: usize = 8;

struct Effort {
    seed: u64,
    kernels: u64,
    solvers: bool,
}

/// What came of the kernels.
#[derive(Default, Debug)]
struct Tally {
    kernels: usize,
    /// Kernels of which a run showed a race, or a divergent barrier.
    wrong: usize,
    /// Pairs of places that were seen to race, and those of them that are true races.
    races: usize,
    true_races: usize,
    divergences: usize,
    /// Kernels that are proved race-free, and of which no run showed anything.
    proved: usize,
    /// Pairs and barriers that are proved, and were seen in launches where a barrier diverges of which that is not proved.
    beyond: usize,
    problems: Vec<String>,
}

#[test]
fn a_race_that_a_run_shows_is_not_proved_absent() {
    let tally = agreement(&Effort { seed: 11, kernels: 60, solvers: false });
    assert!(tally.problems.is_empty(), "\n{}", tally.problems.join("\n\n"));
    // The kernels must be of both kinds for this to mean something.
    assert!(tally.races >= 150 && tally.true_races >= 90 && tally.divergences >= 10 && tally.proved >= 4, "{tally:?}");
}

#[test]
#[ignore = "long: see the head of the file"]
fn long() {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let effort = Effort {
        seed: number("RACES_SEED", 1),
        kernels: number("RACES_KERNELS", 3_000),
        solvers: number("RACES_SOLVERS", 0) > 0,
    };
    let tally = agreement(&effort);
    println!("{tally:#?}");
    assert!(tally.problems.is_empty());
}

fn agreement(effort: &Effort) -> Tally {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let config = Config::default();
    let solvers = Solvers::new(&config, &Silent);
    // Terms are walked as deep as they are.
    let threads = rayon::ThreadPoolBuilder::new().stack_size(256 << 20).build().expect("threads start");
    let (parts, mut beyond): (Vec<Tally>, Vec<Beyond>) = threads.install(|| {
        let numbers = (0..effort.kernels).into_par_iter();
        let solvers = effort.solvers.then_some(&solvers);
        numbers.map(|number| one(effort.seed, number, folder.path(), &config, solvers)).unzip()
    });
    let mut all = parts.into_iter().fold(Tally::default(), |mut all, part| {
        all.kernels += part.kernels;
        all.wrong += part.wrong;
        all.races += part.races;
        all.true_races += part.true_races;
        all.divergences += part.divergences;
        all.proved += part.proved;
        all.beyond += part.beyond;
        all.problems.extend(part.problems);
        all
    });
    beyond.retain(|(_, seen)| !seen.is_empty());
    all.problems.extend(unreported(&beyond, &config));
    all
}

/// A race or a divergence that was seen, with the launch.
struct Seen {
    setup: Setup,
    violation: Violation,
    /// Barriers that diverge in the same launch.
    divergent: Vec<Span>,
}

/// A kernel's file, and what was seen beyond divergences.
type Beyond = (PathBuf, Vec<Seen>);

fn one(seed: u64, number: u64, folder: &Path, config: &Config, solvers: Option<&Solvers<'_>>) -> (Tally, Beyond) {
    let text = generate::kernel(&mut Random::new(seed, number));
    let path = folder.join(format!("k{number}.cu"));
    std::fs::write(&path, &text).expect("the folder is ours");
    let mut sources = Files::new();
    let program = pipeline::lower(&mut sources, &path, &pipeline::front::Given::default(), config);
    let kernel = &program.kernels[0];
    assert!(kernel.unsupported.is_empty() && kernel.diagnostics.iter().all(|found| !found.is_error()), "{text}");
    let (mut set, log) = exec::execute_and_log(kernel, config);
    let Races { typing, .. } = race::add_tasks(&mut set, &log, kernel, config);
    let seen = watch(kernel, config);
    let mut tally = Tally { kernels: 1, wrong: usize::from(!seen.is_empty()), ..Tally::default() };
    let proved = |kind, places| is_proved(&set, kind, places, config, solvers);
    let mut beyond = Vec::new();
    let any = !seen.is_empty();
    for seen in seen.into_iter().take(MOST_SEEN) {
        let Seen { setup, violation, divergent } = &seen;
        let (kind, places) = match &violation.race {
            Some(race) => (TaskKind::Race, sorted(violation.span, race.span)),
            None => (TaskKind::Barrier, [violation.span; 2]),
        };
        let is_missed = proved(kind, places);
        let is_beyond = is_missed && divergent.iter().any(|barrier| !proved(TaskKind::Barrier, [*barrier; 2]));
        if is_missed && !is_beyond {
            let problem = format!("missed: {}\n{setup:?}\n{text}", violation.message);
            tally.problems.push(problem);
        }
        match kind {
            TaskKind::Race => tally.races += 1,
            _ => tally.divergences += 1,
        }
        if kind == TaskKind::Race && depends_on_nothing(kernel, &typing, violation) {
            tally.true_races += 1;
            if let Some(problem) = again(kernel, setup, violation, config) {
                tally.problems.push(format!("no true race: {problem}: {}\n{setup:?}\n{text}", violation.message));
            }
        }
        if is_beyond {
            beyond.push(seen);
        }
    }
    if !any {
        let matters = |kind| matches!(kind, TaskKind::Race | TaskKind::Barrier);
        let mut tasks = set.tasks.iter().filter(|task| matters(task.kind));
        tally.proved += usize::from(tasks.all(|task| simplified(&set, task, config)));
    }
    tally.beyond = beyond.len();
    (tally, (path, beyond))
}

/// Races and divergent barriers of small launches, each pair of places once.
fn watch(kernel: &Kernel, config: &Config) -> Vec<Seen> {
    let options = Options { steps: STEPS, ..witness::options(config) };
    let mut launches = Launches::new(kernel, config, options.ints);
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for number in 0..LAUNCHES {
        let Some(setup) = launches.launch(number) else { continue };
        let (mut divergent, before) = (Vec::new(), found.len());
        for schedule in [Schedule::Lockstep, Schedule::Reverse] {
            let Ok(outcome) = interp::run(kernel, &setup, &Options { schedule, ..options }) else { continue };
            if !counts(&outcome) {
                continue;
            }
            let of_barriers = outcome.violations.iter().filter(|violation| violation.kind == ViolationKind::Barrier);
            divergent.extend(of_barriers.map(|violation| violation.span));
            for violation in outcome.violations {
                let matters = matches!(violation.kind, ViolationKind::Race | ViolationKind::Barrier);
                let there = violation.race.as_ref().map(|race| race.span);
                if matters && known.insert((violation.kind, sorted(violation.span, there.unwrap_or(violation.span)))) {
                    found.push(Seen { setup: setup.clone(), violation, divergent: Vec::new() });
                }
            }
            // In other orders what follows a race is another execution; where a barrier diverges they come further.
            if !found.is_empty() && divergent.is_empty() {
                break;
            }
        }
        found[before..].iter_mut().for_each(|seen| seen.divergent = divergent.clone());
    }
    found
}

/// Of what was seen beyond divergences, what `gpuhoare races` does not list.
fn unreported(beyond: &[Beyond], config: &Config) -> Vec<String> {
    let paths: Vec<PathBuf> = beyond.iter().map(|(path, _)| path.clone()).collect();
    if paths.is_empty() {
        return Vec::new();
    }
    let run = pipeline::races_files(&paths, config, &StopFlag::default(), &Silent);
    let missing = beyond.iter().flat_map(|(path, seen)| {
        let file = run.files.iter().find(|file| Path::new(&file.path) == path).expect("each file has a report");
        let report = &file.kernels[0];
        let text = std::fs::read_to_string(path).expect("the folder is ours");
        let missing = seen.iter().filter(|seen| !is_listed(report, seen));
        missing.map(move |seen| format!("not listed: {}\n{:?}\n{text}", seen.violation.message, seen.setup))
    });
    missing.collect()
}

/// The report's file has another number than ours.
fn is_listed(report: &KernelReport, seen: &Seen) -> bool {
    let places = |one: Span, other: Span| sorted(one, other).map(|span| (span.lo, span.hi));
    let here = seen.violation.span;
    match &seen.violation.race {
        Some(race) => {
            let known = |listed: &Conflict| places(listed.first.span, listed.second.span) == places(here, race.span);
            report.races.iter().any(known)
        }
        None => report.barriers.iter().any(|listed| places(listed.span, listed.span) == places(here, here)),
    }
}

/// What proofs assume held in the run.
fn counts(outcome: &Outcome) -> bool {
    let overflows = outcome.remarks.iter().any(|remark| remark.kind == RemarkKind::Overflow);
    outcome.meets_requires == Some(true) && !overflows
}

/// Whether every task about these places is proved, also if there is none.
fn is_proved(set: &TaskSet, kind: TaskKind, places: [Span; 2], config: &Config, solvers: Option<&Solvers<'_>>) -> bool {
    let about = set.tasks.iter().filter(|task| {
        task.kind == kind
            && sorted(task.span, task.statement.filter(|_| kind == TaskKind::Race).unwrap_or(task.span)) == places
    });
    let by_solvers = |task| match solvers {
        Some(solvers) => {
            let stop = StopFlag::new();
            solve::task(set, task, &Session::new(config, solvers, &stop, &Silent)).verdict.is_proved()
        }
        None => false,
    };
    about.into_iter().all(|task| simplified(set, task, config) || by_solvers(task))
}

fn simplified(set: &TaskSet, task: &gpuhoare::tasks::Task, config: &Config) -> bool {
    simplify::simplify(set, task, config, &mut |_, _, _| {}).iter().all(|part| part.proved)
}

fn depends_on_nothing(kernel: &Kernel, typing: &Typing, violation: &Violation) -> bool {
    let (Some(race), Some(thread)) = (&violation.race, violation.thread) else { return false };
    let Some(array) = kernel.arrays.iter().position(|array| array.name == race.array) else { return false };
    let places: [(Span, AccessKind); 2] = [(violation.span, race.kinds.0), (race.span, race.kinds.1)];
    let apart = race.thread.block != thread.block;
    let threads = if apart { Threads::OfTwoBlocks } else { Threads::MayShareBlock };
    let causes = typing.of(ArrayId(array as u32), places, threads).expect("every access has a type");
    !causes.iter().any(Cause::is_data)
}

/// The same launch with other contents, in several orders: what of it does not race, though it comes to its end.
fn again(kernel: &Kernel, setup: &Setup, violation: &Violation, config: &Config) -> Option<String> {
    let wanted = violation.race.as_ref().map(|race| sorted(violation.span, race.span));
    for (seed, schedule) in [(91, Schedule::Lockstep), (92, Schedule::Reverse), (93, Schedule::Random)] {
        let mut other = Setup { seed, ..setup.clone() };
        for contents in other.arrays.values_mut() {
            *contents = Contents { cells: Vec::new(), ..contents.clone() };
        }
        let options = Options { steps: STEPS, schedule, ..witness::options(config) };
        let Ok(outcome) = interp::run(kernel, &other, &options) else { continue };
        let same = |found: &Violation| found.race.as_ref().map(|race| sorted(found.span, race.span)) == wanted;
        if outcome.end == End::Finished && counts(&outcome) && !outcome.violations.iter().any(same) {
            return Some(format!("seed {seed}, {}", schedule.name()));
        }
    }
    None
}

fn sorted(one: Span, other: Span) -> [Span; 2] {
    [one.min(other), one.max(other)]
}
