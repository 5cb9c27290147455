//! One program on trial: what the concrete machine shows of its kernel, and what the proof says of the same.

use std::path::Path;

use gpuhoare::base::config::{RaceFreedom, RaceScope, SameValue};
use gpuhoare::base::{Config, Diagnostic, Files, Span, StopFlag};
use gpuhoare::interp::outcome::FinalArray;
use gpuhoare::interp::{self, End, Options, Outcome, RemarkKind, Scalar, Schedule, Setup, Violation, ViolationKind};
use gpuhoare::kernel::ir::{Kernel, Theory};
use gpuhoare::kernel::text;
use gpuhoare::pipeline::generate::execute;
use gpuhoare::pipeline::replay::Origin;
use gpuhoare::pipeline::session::{Session, Solvers};
use gpuhoare::pipeline::solve::lemmas::{self, Lemmas};
use gpuhoare::pipeline::{self, solve};
use gpuhoare::report::violation::task_kind;
use gpuhoare::report::{KernelVerdict, Silent, TaskResult, TaskVerdict, verdict};
use gpuhoare::smt::Patience;
use gpuhoare::tasks::{Task, TaskKind, TaskSet};
use gpuhoare::witness::{self, Launches};

/// A program with one kernel that can be run and proved.
pub struct Trial {
    pub sources: Files,
    pub kernel: Kernel,
    theory: Theory,
    config: Config,
    /// What atomics return depends on the order of threads (ATOMIC-8).
    atomics: bool,
}

/// Steps of one run.
const STEPS: u64 = 60_000;

/// A run in which something went wrong, with the first thing that did.
#[derive(Clone)]
pub struct Wrong {
    pub setup: Setup,
    pub schedule: Schedule,
    pub violation: Violation,
    /// Every clause was decided, so nothing went wrong before it.
    first: bool,
}

/// What runs showed.
#[derive(Default)]
pub struct Watched {
    /// Launches that met the contract and were decided to their end, or to where they went wrong.
    pub met: usize,
    /// One for each place and kind.
    pub wrong: Vec<Wrong>,
    /// A schedule that does not end as lock-step does, though that had nothing to complain of (RACE-2).
    pub differs: Option<String>,
}

/// What the proof said without any run.
pub enum Proof {
    /// All tasks are proved.
    Complete,
    Open(TaskKind),
    Unsupported,
    /// A task is proved that a run violates.
    Wrong(String),
}

impl Trial {
    /// The program; none where it is not one kernel that is modelled.
    pub fn of(text: &str, config: &Config, folder: &Path) -> Option<Trial> {
        let path = folder.join("program.cu");
        std::fs::write(&path, text).expect("the folder is ours");
        let mut sources = Files::new();
        let program = pipeline::lower(&mut sources, &path, &pipeline::front::Given::default(), config);
        let mut kernels = program.kernels;
        let kernel = kernels.pop().filter(|_| kernels.is_empty())?;
        let errors = program.diagnostics.iter().chain(&kernel.diagnostics).any(Diagnostic::is_error);
        let usable = !errors && kernel.unsupported.is_empty();
        usable.then(|| Trial {
            sources,
            kernel,
            theory: program.theory,
            config: config.clone(),
            atomics: text.contains("atomic"),
        })
    }

    /// The kernel as it is looked at: two programs with one form are one program.
    pub fn form(&self) -> String {
        text::kernel(&self.kernel)
    }

    /// Runs launches of these numbers.
    pub fn watch(&self, numbers: std::ops::Range<u64>) -> Watched {
        let options = Options { steps: STEPS, ..witness::options(&self.config) };
        let mut launches = Launches::new(&self.kernel, &self.config, options.ints);
        let mut watched = Watched::default();
        for number in numbers {
            let Some(setup) = launches.launch(number) else { continue };
            let Ok(outcome) = interp::run(&self.kernel, &setup, &options) else { continue };
            if !self.counts(&outcome) {
                continue;
            }
            watched.met += 1;
            if self.notice(&mut watched, &setup, Schedule::Lockstep, &outcome) || outcome.end != End::Finished {
                continue;
            }
            for schedule in [Schedule::Reverse, Schedule::Random] {
                let Ok(other) = interp::run(&self.kernel, &setup, &Options { schedule, ..options }) else { continue };
                if !self.counts(&other) {
                    continue;
                }
                if self.notice(&mut watched, &setup, schedule, &other) {
                    if self.atomics || reads_arbitrary(&outcome) {
                        continue;
                    }
                    let what = watched.wrong.last().map(|wrong| wrong.violation.message.clone()).unwrap_or_default();
                    watched.differs.get_or_insert(format!("{}: {what}, {setup:?}", schedule.name()));
                } else if other.end == End::Finished
                    && !self.atomics
                    && !reads_arbitrary(&outcome)
                    && other.arrays.iter().zip(&outcome.arrays).any(|(one, other)| differ(one, other))
                {
                    watched.differs.get_or_insert(format!("{}: other final arrays, {setup:?}", schedule.name()));
                }
            }
        }
        watched
    }

    /// Whether the run says something about the proof: the contract is met, and so is what the proof assumes.
    fn counts(&self, outcome: &Outcome) -> bool {
        let overflow = outcome.remarks.iter().any(|remark| remark.kind == RemarkKind::Overflow);
        let races = outcome.violations.iter().any(|violation| violation.kind == ViolationKind::Race);
        let decided = matches!(outcome.end, End::Finished | End::Violated);
        let assumed = overflow || (races && self.config.race_freedom == RaceFreedom::Assumed);
        outcome.meets_requires == Some(true) && !assumed && (decided || !outcome.violations.is_empty())
    }

    /// Keeps the first violation of the run that counts; whether there is one.
    fn notice(&self, watched: &mut Watched, setup: &Setup, schedule: Schedule, outcome: &Outcome) -> bool {
        let Some(violation) = outcome.violations.iter().find(|violation| self.forbids(violation)) else { return false };
        let place = |violation: &Violation| {
            let other = violation.race.as_ref().map(|race| race.span);
            (violation.kind, violation.span, other)
        };
        // Invariants are looked at in lock-step only.
        let first = schedule == Schedule::Lockstep && outcome.undecided.is_empty();
        if !watched.wrong.iter().any(|known| place(&known.violation) == place(violation) && known.first >= first) {
            watched.wrong.push(Wrong { setup: setup.clone(), schedule, violation: violation.clone(), first });
        }
        true
    }

    /// Whether the policies of the proof count the violation.
    fn forbids(&self, violation: &Violation) -> bool {
        let (Some(race), Some(thread)) = (&violation.race, violation.thread) else { return true };
        let within = self.config.scope == RaceScope::All || race.thread.block == thread.block;
        within && !(race.same_value && self.config.same_value == SameValue::Allowed)
    }

    // ── the proof ───────────────────────────────────────────────────────────────────────────────

    /// Proves task after task until one is not proved. With violations only those tasks are tried that say that they
    /// cannot happen.
    pub fn prove(&self, wrong: &[Wrong], solvers: &Solvers<'_>, patience: Patience) -> Proof {
        let lemmas = self.lemmas(solvers);
        let mut sets = execute(&self.kernel, &self.config).with_races().with_functions().sets;
        sets.iter_mut().for_each(|set| lemmas.assume(set));
        if sets.iter().any(|set| !set.unsupported.is_empty()) {
            return Proof::Unsupported;
        }
        let all = sets.iter().flat_map(|set| set.tasks.iter().map(move |task| (set, task)));
        let all: Vec<(&TaskSet, &Task)> = all.filter(|(_, task)| task.kind != TaskKind::Vacuity).collect();
        if wrong.is_empty() {
            return self.first_open(&all, solvers, patience).map_or(Proof::Complete, Proof::Open);
        }
        for found in wrong {
            // What the proof of a task rests on is true in a run up to the first violation, but for one thing that a run does not
            // look at: that whole blocks come to a call by contract, which is seen at the barriers of its body only (CALL-7).
            let unseen = |task: &Task| found.violation.kind == ViolationKind::Barrier && task.id.ends_with("/blocks");
            let of = |are: &dyn Fn(&Task) -> bool| -> Vec<(&TaskSet, &Task)> {
                all.iter().copied().filter(|(_, task)| found.first && are(task)).collect()
            };
            let about = of(&|task| is_about(task, &found.violation));
            let tried = if about.is_empty() { all.clone() } else { [about.clone(), of(&unseen)].concat() };
            if self.first_open(&tried, solvers, patience).is_none() {
                let ids: Vec<&str> = about.iter().map(|(_, task)| task.id.as_str()).collect();
                return Proof::Wrong(format!("{} {ids:?}: {}", found.violation.kind.name(), self.told(found)));
            }
        }
        Proof::Open(TaskKind::Ensures)
    }

    fn lemmas(&self, solvers: &Solvers<'_>) -> Lemmas {
        lemmas::prove(&self.theory, &Session::new(&self.config, solvers, &StopFlag::new(), &Silent))
    }

    /// The kind of the first task that is not proved.
    fn first_open(&self, tasks: &[(&TaskSet, &Task)], solvers: &Solvers<'_>, patience: Patience) -> Option<TaskKind> {
        let stop = StopFlag::new();
        let session = Session::new(&self.config, solvers, &stop, &Silent).with(patience);
        let is_open =
            |(set, task): &&(&TaskSet, &Task)| solve::task(set, task, &session).verdict != TaskVerdict::Proved;
        tasks.iter().find(is_open).map(|(_, task)| task.kind)
    }

    /// The verdict of `gpuhoare prove`, with its small launches in place, and its errors; no verdict where cells that nobody has written
    /// decide it, since they are looked at there alone (WARP-38).
    pub fn verdict(&self, solvers: &Solvers<'_>) -> (Option<KernelVerdict>, Vec<Diagnostic>) {
        let lemmas = self.lemmas(solvers);
        let origin = Origin { sources: &self.sources, path: "program.cu", alone: true };
        let stop = StopFlag::new();
        let session = Session::new(&self.config, solvers, &stop, &Silent);
        let report = pipeline::prove(&self.kernel, origin, &lemmas, &session);
        let errors = report.diagnostics.iter().filter(|found| found.is_error()).cloned().collect();
        let undefined = |task: &TaskResult| {
            task.kind == TaskKind::Initialised && matches!(task.verdict, TaskVerdict::Refuted { .. })
        };
        let verdict = verdict::of_proof(&report);
        ((!report.tasks.iter().any(undefined)).then_some(verdict), errors)
    }

    /// A wrong run in a line, with what it takes to see it.
    pub fn told(&self, wrong: &Wrong) -> String {
        let line = self.sources.start(wrong.violation.span).line;
        let name = |id: usize| self.kernel.locals[id].name.as_str();
        let scalars: Vec<String> =
            wrong.setup.scalars.iter().map(|(id, value)| format!("{} = {value}", name(id.index()))).collect();
        format!(
            "line {line}: {} ({}); {}, block {:?}, grid {:?}, {}, seed {}",
            wrong.violation.message,
            wrong.violation.thread.map_or_else(String::new, |thread| thread.to_string()),
            wrong.schedule.name(),
            wrong.setup.block,
            wrong.setup.grid,
            scalars.join(", "),
            wrong.setup.seed,
        )
    }
}

/// Whether two arrays surely hold other values. A term of an unknown function is written in the order in which its parts came to be, so
/// two texts may be one value.
fn differ(one: &FinalArray, other: &FinalArray) -> bool {
    let is_term = |value: &Option<Scalar>| matches!(value, Some(Scalar::Term(_)));
    let cells = || one.cells.iter().zip(&other.cells);
    (&one.name, one.length, one.cells.len()) != (&other.name, other.length, other.cells.len())
        || cells().any(|(one, other)| one.0 != other.0)
        || cells().any(|((_, _, one), (_, _, other))| one != other && !is_term(one) && !is_term(other))
}

/// Something was read that nobody had written: its value may be another one in another schedule.
fn reads_arbitrary(outcome: &Outcome) -> bool {
    outcome.remarks.iter().any(|remark| matches!(remark.kind, RemarkKind::Uninitialised(_)))
}

/// Whether the task says that the violation cannot happen. A race has two places in no order.
fn is_about(task: &Task, violation: &Violation) -> bool {
    let places: (Span, Span) = match &violation.race {
        Some(race) => (violation.span.min(race.span), violation.span.max(race.span)),
        None => return task_kind(violation.kind) == Some(task.kind) && task.span == violation.span,
    };
    task.kind == TaskKind::Race && (task.span, task.statement.unwrap_or(task.span)) == places
}
