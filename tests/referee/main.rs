//! The referee: random annotated kernels and mutants of kernels are run in the concrete machine and proved without any run. What
//! the machine shows to be wrong must not be verified, and no task may be proved that a run violates.
//!
//! The short run has a fixed seed. The long one is
//!
//! ```sh
//! cargo test --release --test referee -- --ignored --nocapture long
//! ```
//!
//! with `REFEREE_PROGRAMS` generated programs (600), without the first `REFEREE_SKIP` families (0), `REFEREE_MUTANTS` of each
//! verified one (10), `REFEREE_SEED` (1), at most `REFEREE_SECONDS` (no limit), and, with `REFEREE_FILES=0`, without the kernels
//! of `examples/` and `tests/kernels/`.
//! `REFEREE_KEEP=FOLDER` keeps programs that are right but not verified.

mod atomic_claims;
mod families;
mod generate;
mod mutate;
#[path = "../common/random.rs"]
mod random;
mod report;
mod small_blocks;
mod trial;
mod value;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use gpuhoare::base::Config;
use gpuhoare::base::config::{FloatMode, IntMode, RaceFreedom, RaceScope, SameValue, Solving};
use gpuhoare::pipeline::session::Solvers;
use gpuhoare::report::Silent;
use gpuhoare::smt::Patience;
use rayon::prelude::*;

use generate::Program;
use random::Random;
use report::{Class, Entry, Report, Spent, timed};
use trial::{Proof, Trial};

/// Steps of the simplifier for a part of a mutant's task.
const STEPS_OF_MUTANT: usize = 5_000;

/// How much is tried.
#[derive(Clone)]
struct Effort {
    seed: u64,
    programs: u64,
    /// Of the first families.
    skip: usize,
    mutants: u64,
    /// Of each file in these folders.
    files: u64,
    folders: &'static [&'static str],
    seconds: f64,
    keep: Option<PathBuf>,
}

#[test]
fn what_a_run_shows_to_be_wrong_is_not_verified() {
    let effort = Effort {
        seed: 7,
        programs: 54,
        skip: 0,
        mutants: 4,
        files: 1,
        folders: &["examples"],
        seconds: f64::INFINITY,
        keep: None,
    };
    let report = referee(&effort);
    check(&report);
    assert!(report.mutants() >= 200, "{}", report.text());
}

#[test]
#[ignore = "long: see the head of the file"]
fn long() {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let mutants = number("REFEREE_MUTANTS", 10);
    let effort = Effort {
        seed: number("REFEREE_SEED", 1),
        programs: number("REFEREE_PROGRAMS", 600),
        skip: number("REFEREE_SKIP", 0) as usize,
        mutants,
        files: mutants * number("REFEREE_FILES", 1),
        folders: &["examples", "tests/kernels"],
        seconds: number("REFEREE_SECONDS", u64::MAX) as f64,
        keep: std::env::var_os("REFEREE_KEEP").map(PathBuf::from),
    };
    check(&referee(&effort));
}

fn check(report: &Report) {
    println!("{}\n{}", report.text(), report.open());
    assert!(report.problems.is_empty(), "{}", report.problems.join("\n\n"));
    let (right, verified) = report.right();
    assert!(verified * 10 >= right * 6, "only {verified} of {right} right programs are verified");
}

/// Puts all programs on trial, and mutants of those that are verified.
fn referee(effort: &Effort) -> Report {
    let config = Config { solving: Solving { jobs: Some(2), ..Solving::default() }, ..Config::default() };
    let solvers = Solvers::new(&config, &Silent);
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let report = Mutex::new(Report::default());
    let started = Instant::now();
    let mut cases: Vec<Case> = (0..effort.programs)
        .map(|number| Case {
            program: generate::program(effort.seed, number, effort.skip),
            config: config.clone(),
            number,
            mutants: effort.mutants,
            file: false,
        })
        .collect();
    if effort.files > 0 {
        cases.extend(files(effort, &config));
    }
    let pool = rayon::ThreadPoolBuilder::new().stack_size(512 << 20).build().expect("threads can be started");
    // The programs' own panics are told with the program.
    std::panic::set_hook(Box::new(|_| {}));
    pool.install(|| {
        cases.par_iter().with_max_len(1).for_each(|case| {
            let mut court = Court { effort, solvers: &solvers, report: &report, folder: folder.path(), started };
            if court.has_time() {
                court.case(case);
            }
        });
    });
    let _ = std::panic::take_hook();
    report.into_inner().expect("nobody panics while holding it")
}

/// A program whose mutants are tried when it is verified.
struct Case {
    program: Program,
    config: Config,
    number: u64,
    mutants: u64,
    file: bool,
}

/// Kernel files with one kernel that are said to be verified.
fn files(effort: &Effort, config: &Config) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in effort.folders {
        files_under(&root.join(folder), &mut paths);
    }
    paths.sort();
    let mut cases = Vec::new();
    for (path, number) in paths.iter().zip(1_000_000..) {
        let text = std::fs::read_to_string(path).expect("a kernel file can be read");
        let options = text.lines().filter_map(|line| line.strip_prefix("//% options: "));
        let words: Vec<&str> = options.flat_map(str::split_whitespace).collect();
        if !["verified", "safe"].iter().any(|verdict| text.contains(&format!("//% verdict: {verdict}")))
            || text.contains("//% known")
        {
            continue;
        }
        let Some(own) = configured(&words, config) else { continue };
        let source = path.strip_prefix(root).unwrap_or(path).display().to_string();
        let program = Program { source, text };
        cases.push(Case { program, config: own, number, mutants: effort.files, file: true });
    }
    cases
}

/// The configuration of a file's options; none where they go beyond one text.
fn configured(words: &[&str], config: &Config) -> Option<Config> {
    let mut config = config.clone();
    let sizes = |text: &str| {
        let mut all = [1; 3];
        text.split(',').zip(&mut all).try_for_each(|(size, at)| size.parse().map(|size| *at = size)).ok().map(|()| all)
    };
    let mut rest = words.iter();
    while let Some(option) = rest.next() {
        match (*option, if *option == "--allow-same-value" { "" } else { rest.next()? }) {
            ("--allow-same-value", _) => config.same_value = SameValue::Allowed,
            ("--assume", "race-freedom") => config.race_freedom = RaceFreedom::Assumed,
            ("--float", "exact") => config.float = FloatMode::Exact,
            ("--ints", "checked") => config.ints = IntMode::Checked,
            ("--scope", "block") => config.scope = RaceScope::Block,
            ("--block", text) => config.block = Some(sizes(text)?),
            ("--grid", text) => config.grid = Some(sizes(text)?),
            ("--template", text) => {
                let (name, value) = text.split_once('=')?;
                config.source.templates.push((name.to_owned(), value.to_owned()));
            }
            _ => return None,
        }
    }
    Some(config)
}

fn files_under(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files_under(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "cu") {
            found.push(path);
        }
    }
}

/// Where programs are tried.
struct Court<'c> {
    effort: &'c Effort,
    solvers: &'c Solvers<'c>,
    report: &'c Mutex<Report>,
    folder: &'c Path,
    started: Instant,
}

impl Court<'_> {
    fn has_time(&self) -> bool {
        self.started.elapsed().as_secs_f64() < self.effort.seconds
    }

    fn case(&mut self, case: &Case) {
        let mut forms = BTreeSet::new();
        if self.one(case, &case.program.text, None, &mut forms) != Class::Verified {
            return;
        }
        let mut random = Random::new(self.effort.seed ^ 0x5eed, case.number);
        let (mut made, mut seen) = (0, vec![case.program.text.clone()]);
        for _ in 0..case.mutants * 6 {
            if made == case.mutants || !self.has_time() {
                break;
            }
            let Some(mutant) = mutate::mutant(&mut random, &case.program.text) else { continue };
            if seen.contains(&mutant.text) {
                continue;
            }
            let class = self.one(case, &mutant.text, Some(&mutant.change), &mut forms);
            made += u64::from(!matches!(class, Class::Invalid | Class::Duplicate));
            seen.push(mutant.text);
        }
    }

    /// Tries one program and reports what came of it.
    fn one(&mut self, case: &Case, text: &str, change: Option<&str>, forms: &mut BTreeSet<String>) -> Class {
        let started = Instant::now();
        let mut problems = Vec::new();
        let mut spent = Spent::default();
        let judged = || self.judge(case, text, change.is_some(), forms, &mut problems, &mut spent);
        let tried = catch_unwind(AssertUnwindSafe(judged));
        let (class, launches, open) = tried.unwrap_or_else(|panic| {
            let told = panic.downcast_ref::<String>().cloned();
            problems.push(format!("a panic: {}", told.unwrap_or_else(|| "?".to_owned())));
            (Class::Unknown, 0, None)
        });
        let seconds = started.elapsed().as_secs_f64();
        if seconds > 300.0 {
            problems.push(format!("it took {seconds:.0} s"));
        }
        let mut report = self.report.lock().expect("nobody panics while holding it");
        let of = format!("{} (seed {}, number {})", case.program.source, self.effort.seed, case.number);
        for problem in problems {
            let told = format!("{of}, {}: {problem}\n{text}", change.unwrap_or("as it is"));
            println!("PROBLEM {told}");
            report.problems.push(told);
        }
        let source = case.program.source.clone();
        let mutant = change.is_some();
        report.entries.push(Entry { source, mutant, file: case.file, class, launches, open, seconds, spent });
        if report.entries.len().is_multiple_of(100) {
            println!("{} programs; the last took {seconds:.1} s", report.entries.len());
        }
        if let (Some(folder), Class::Unknown | Class::Killed, false) = (&self.effort.keep, class, mutant) {
            let name = format!("{}-{class:?}-{}.cu", case.program.source.replace([' ', ',', '/'], "_"), case.number);
            let _ = std::fs::write(folder.join(name), text);
        }
        class
    }

    /// The class of a program that is not in these forms yet, the launches that met its contract, the kind of task that is open.
    fn judge(
        &self,
        case: &Case,
        text: &str,
        mutant: bool,
        forms: &mut BTreeSet<String>,
        problems: &mut Vec<String>,
        spent: &mut Spent,
    ) -> (Class, usize, Option<&'static str>) {
        let folder = self.folder.join(format!("{}", rayon::current_thread_index().unwrap_or(0)));
        std::fs::create_dir_all(&folder).expect("the folder is ours");
        let mut config = case.config.clone();
        config.simplification.steps = mutant.then_some(STEPS_OF_MUTANT);
        let Some(trial) = Trial::of(text, &config, &folder) else { return (Class::Invalid, 0, None) };
        if !forms.insert(trial.form()) {
            return (Class::Duplicate, 0, None);
        }
        // Most wrong programs go wrong soon.
        let mut watched = timed(&mut spent.runs, || trial.watch(0..30));
        if watched.wrong.is_empty() {
            let more = timed(&mut spent.runs, || trial.watch(30..160));
            watched.met += more.met;
            watched.wrong = more.wrong;
            watched.differs = watched.differs.or(more.differs);
        }
        problems.extend(watched.differs.take().map(|what| format!("the schedules differ: {what}")));
        if watched.met == 0 {
            return (Class::NotRun, 0, None);
        }
        let is_wrong = !watched.wrong.is_empty();
        if !mutant && !case.file && is_wrong {
            problems.push(format!("the generated program is wrong: {}", trial.told(&watched.wrong[0])));
        }
        // Of a mutant it is enough to know what is easily proved: what is open is no fault of anyone.
        let patience = if mutant { Patience::Brief } else { Patience::Full };
        let (class, open) = match timed(&mut spent.proofs, || trial.prove(&watched.wrong, self.solvers, patience)) {
            Proof::Wrong(what) => {
                problems.push(format!("proved, and wrong: {what}"));
                (Class::WronglyVerified, None)
            }
            Proof::Unsupported => (Class::Invalid, None),
            Proof::Open(_) if is_wrong => (Class::Killed, None),
            Proof::Open(kind) => (Class::Unknown, Some(kind.name())),
            Proof::Complete => {
                let more = timed(&mut spent.runs, || trial.watch(160..400));
                watched.met += more.met;
                problems.extend(more.differs.map(|what| format!("the schedules differ: {what}")));
                match more.wrong.first() {
                    Some(wrong) => {
                        problems.push(format!("all tasks are proved, and a run goes wrong: {}", trial.told(wrong)));
                        (Class::WronglyVerified, None)
                    }
                    None => (Class::Verified, None),
                }
            }
        };
        if matches!(class, Class::Killed | Class::Verified | Class::WronglyVerified) && text.len().is_multiple_of(8) {
            timed(&mut spent.whole, || self.whole(&trial, class, problems));
        }
        (class, watched.met, open)
    }

    /// The whole of `prove`, on some programs: its verdict agrees, and it does not contradict itself.
    fn whole(&self, trial: &Trial, class: Class, problems: &mut Vec<String>) {
        let (verdict, errors) = trial.verdict(self.solvers);
        // All patience may prove what a moment does not.
        if let Some(verdict) = verdict.filter(|verdict| verdict.is_success() != matches!(class, Class::Verified)) {
            problems.push(format!("`prove` says {}, the referee {class:?}", verdict.name()));
        }
        problems.extend(errors.iter().map(|error| format!("{:?}: {}", error.code, error.message)));
    }
}
