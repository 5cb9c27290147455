//! The audit of derivations: those of right kernels are audited, and no derivation of a task that is not true is, however it is
//! altered. The short tests take some kernels. The long ones are
//!
//! ```sh
//! cargo test --release --test audit -- --ignored --nocapture long
//! cargo test --release --test audit -- --ignored --nocapture altered
//! ```
//!
//! over the files and folders in `AUDIT_FILES` (all of `examples`, and all of `examples/wrong`), with `AUDIT_ALTERATIONS` (1,000).

mod command;
mod forged;
#[path = "../common/random.rs"]
mod random;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gpuhoare::audit::{self, Audited, By, Solver};
use gpuhoare::base::{Config, Files};
use gpuhoare::derivation::{self, Writer};
use gpuhoare::pipeline::{self, generate};
use gpuhoare::simplify::rules::step::Recorder;
use gpuhoare::simplify::{self, Way};
use gpuhoare::smt::{self, Refuter};
use gpuhoare::tasks::TaskKind;
use rayon::prelude::*;

use random::Random;

#[test]
fn the_derivations_of_these_kernels_are_audited() {
    are_audited(&["basics/reverseBlocks", "basics/saxpy", "scans/koggeStoneOperator"], 25);
}

#[test]
#[ignore = "takes minutes: `.ci/run --all`"]
fn all_derivations_of_these_kernels_are_audited() {
    let names = [
        "basics/reverseBlocks", "basics/saxpy", "stencils/convolution3", "scans/hillisSteele",
        "scans/koggeStoneOperator",
    ];
    are_audited(&names, 50);
}

/// All derivations of these examples, which are at least so many.
fn are_audited(names: &[&str], least: usize) {
    let files: Vec<PathBuf> = names.iter().map(|name| PathBuf::from(format!("examples/{name}.cu"))).collect();
    let derivations = self::derivations(&files);
    let solvers = Solvers::new();
    let derivations: Vec<Derivation> = derivations.into_iter().filter(|derivation| derivation.is_proved).collect();
    let audited = solvers.audit_all(&derivations);
    let open: Vec<String> = audited.iter().filter(|(_, audited)| audited.by == By::Nobody).map(shown).collect();
    assert!(derivations.len() >= least && open.is_empty(), "{} derivations, {}", derivations.len(), open.join("\n"));
    let claims: usize = audited.iter().flat_map(|(_, audited)| audited.claims.values()).sum();
    let by_one: usize = audited.iter().map(|(_, audited)| claims_by_one(audited)).sum();
    assert!(100 * by_one <= claims, "of {claims} claims {by_one} are by one solver");
}

#[test]
fn what_is_not_true_is_not_audited() {
    is_not_audited(&["reverseBlocks", "vectorAdd", "hillisSteele"], 12);
}

#[test]
#[ignore = "takes minutes: `.ci/run --all`"]
fn all_that_is_not_true_is_not_audited() {
    is_not_audited(&["arrayCopy", "reverseBlocks", "vectorAdd", "dotProductGuard", "hillisSteele"], 60);
}

/// Derivations of wrong examples, each altered so often.
fn is_not_audited(names: &[&str], alterations: usize) {
    let files: Vec<PathBuf> = names.iter().map(|name| PathBuf::from(format!("examples/wrong/{name}.cu"))).collect();
    assert_eq!(accepted(&files, alterations), Vec::<String>::new());
}

#[test]
fn a_derivation_of_another_task_is_refused() {
    let derivations = derivations(&[PathBuf::from("examples/basics/reverseBlocks.cu")]);
    let solvers = Solvers::new();
    for pair in derivations.windows(2) {
        let audited = solvers.audit(&Derivation { raw: pair[1].raw.clone(), ..pair[0].clone() });
        assert_eq!(audited.by, By::Nobody, "{} for {}", pair[0].id, pair[1].id);
    }
}

#[test]
#[ignore = "long: see the head of the file"]
fn long() {
    let derivations = derivations(&asked("examples"));
    let right: Vec<Derivation> = derivations.into_iter().filter(|derivation| derivation.is_proved).collect();
    let started = std::time::Instant::now();
    let (mut tasks, mut claims) = (BTreeMap::new(), BTreeMap::new());
    for (derivation, audited) in Solvers::new().audit_all(&right) {
        *tasks.entry(audited.by).or_insert(0) += 1;
        for (by, count) in &audited.claims {
            *claims.entry(*by).or_insert(0) += count;
        }
        if audited.by == By::Nobody {
            println!("{}", shown(&(derivation, audited)));
        }
    }
    println!("tasks: {tasks:?}\nclaims: {claims:?}\n{:.0} s", started.elapsed().as_secs_f64());
}

#[test]
#[ignore = "long: see the head of the file"]
fn altered() {
    let alterations = std::env::var("AUDIT_ALTERATIONS").map_or(1_000, |text| text.parse().expect("a number"));
    assert_eq!(accepted(&asked("examples/wrong"), alterations), Vec::<String>::new());
}

/// Alterations of derivations of what is not proved that are audited, of so many; and each wrong kernel has a task whose derivation
/// is not.
fn accepted(files: &[PathBuf], alterations: usize) -> Vec<String> {
    let solvers = Solvers::new();
    let all = derivations(files);
    let mut wrong = Vec::new();
    for file in files {
        let open: Vec<&Derivation> =
            all.iter().filter(|derivation| derivation.file == *file && !derivation.is_proved).collect();
        let open: Vec<&Derivation> = solvers
            .threads
            .install(|| open.into_par_iter().filter(|derivation| solvers.audit(derivation).by == By::Nobody).collect());
        assert!(!open.is_empty(), "each task of {} is audited", file.display());
        wrong.extend(open);
    }
    // Small ones, so that many alterations hit what matters.
    wrong.sort_by_key(|derivation| derivation.text.len());
    wrong.truncate(wrong.len().min(20));
    let mut random = Random::new(1, 0);
    let altered: Vec<Derivation> = (0..alterations)
        .map(|at| {
            let of = wrong[at % wrong.len()];
            Derivation { text: with_alterations(&mut random, of), ..of.clone() }
        })
        .collect();
    let audited = solvers.audit_all(&altered);
    audited
        .into_iter()
        .filter(|(_, audited)| audited.by != By::Nobody)
        .map(|(derivation, _)| derivation.text.clone())
        .collect()
}

/// The derivation of a task.
#[derive(Clone)]
struct Derivation {
    file: PathBuf,
    id: String,
    raw: String,
    text: String,
    /// The simplifier leaves nothing to prove.
    is_proved: bool,
}

fn derivations(files: &[PathBuf]) -> Vec<Derivation> {
    threads().install(|| files.par_iter().flat_map(|file| derivations_of(file)).collect())
}

fn derivations_of(file: &Path) -> Vec<Derivation> {
    let config = Config::default();
    let program = pipeline::lower(&mut Files::new(), &root().join(file), &pipeline::front::Given::default(), &config);
    let mut all = Vec::new();
    for kernel in program.kernels.iter().filter(|kernel| kernel.unsupported.is_empty()) {
        for set in generate::execute(kernel, &config).with_races().with_functions().sets {
            for task in set.tasks.iter().filter(|task| task.kind != TaskKind::Vacuity) {
                let writer = Arc::new(Writer::default());
                let recorder: Arc<dyn Recorder> = writer.clone();
                let parts = simplify::recorded(&set, task, Way::Whole, &config, &recorder);
                all.push(Derivation {
                    file: file.to_owned(),
                    id: task.id.clone(),
                    raw: derivation::raw(&set, task),
                    text: writer.take(),
                    is_proved: parts.iter().all(|part| part.proved),
                });
            }
        }
    }
    all
}

struct Asked(Refuter);

impl Solver for Asked {
    fn refuted(&self, question: &str) -> Option<Vec<usize>> {
        self.0.refuted(question)
    }
}

struct Solvers {
    both: [Asked; 2],
    threads: rayon::ThreadPool,
}

impl Solvers {
    fn new() -> Solvers {
        let config = Config::default();
        let (solvers, _) = smt::locate(&config, &|line| eprintln!("{line}")).expect("there are solvers");
        let asked = solvers.into_iter().map(|solver| {
            let limits = solver.profile.limits(&config);
            Asked(Refuter::new(solver, limits))
        });
        let both = asked.collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("there are two solvers"));
        Solvers { both, threads: threads() }
    }

    fn audit(&self, derivation: &Derivation) -> Audited {
        let [first, second] = &self.both;
        audit::audit(&derivation.raw, &derivation.text, [first, second])
    }

    fn audit_all<'d>(&self, all: &'d [Derivation]) -> Vec<(&'d Derivation, Audited)> {
        self.threads.install(|| all.par_iter().map(|derivation| (derivation, self.audit(derivation))).collect())
    }
}

fn claims_by_one(audited: &Audited) -> usize {
    let by_one = audited.claims.iter().filter(|(by, _)| matches!(by, By::One(_)));
    by_one.map(|(_, count)| count).sum()
}

fn shown((derivation, audited): &(&Derivation, Audited)) -> String {
    format!("{}: {:?}", derivation.id, audited.open)
}

/// The derivation with one to three alterations behind the task as it was generated: a line goes, or comes twice, or changes
/// places with another one, or a word of it becomes another one of the derivation.
fn with_alterations(random: &mut Random, derivation: &Derivation) -> String {
    let rest = &derivation.text[derivation.raw.len()..];
    let mut lines: Vec<String> = rest.lines().map(str::to_owned).collect();
    for _ in 0..=random.below(3) {
        let (at, other) = (random.below(lines.len()), random.below(lines.len()));
        match random.below(6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            _ => {
                let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                let word = random.below(words.len());
                let from: Vec<&str> = lines[other].split(' ').collect();
                words[word] = match words[word].parse::<i64>() {
                    Ok(number) if random.once_in(2) => (number + [-1, 1][random.below(2)]).to_string(),
                    _ => random.pick(&from).to_owned(),
                };
                lines[at] = words.join(" ");
            }
        }
    }
    lines.iter().fold(derivation.raw.clone(), |text, line| text + line + "\n")
}

fn asked(default: &str) -> Vec<PathBuf> {
    let named = std::env::var("AUDIT_FILES").unwrap_or_else(|_| default.to_owned());
    let mut files: Vec<PathBuf> = Vec::new();
    for name in named.split_whitespace() {
        match std::fs::read_dir(root().join(name)) {
            Ok(entries) => {
                files.extend(entries.filter_map(|entry| Some(Path::new(name).join(entry.ok()?.file_name()))))
            }
            Err(_) => files.push(PathBuf::from(name)),
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "cu"));
    files.sort();
    files
}

/// Terms are walked as deep as they are.
fn threads() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().stack_size(256 << 20).build().expect("threads start")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
