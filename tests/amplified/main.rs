//! `gpuhoare amplify`: what it says of kernels, and that it is true.
//!
//! The first test holds each line `//% amplify: OPTIONS -> VERDICT; WHAT` of `kernels.cu`. The second draws kernels whose addresses and branches
//! hang on data in hidden ways, or do not, and runs them with other data, in other orders of threads: no launch that is called
//! race-free may race, diverge or leave an array, and each that is called racy must race. `AMPLIFY_KERNELS` and `AMPLIFY_SEED` say how many and which.

mod random;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use gpuhoare::base::{Config, Files};
use gpuhoare::interp::{self, AmplifiedEnd, Contents, End, Floats, Ints, Options, Schedule, Setup, ViolationKind};
use gpuhoare::kernel::ir::Kernel;
use gpuhoare::pipeline;
use num_bigint::BigInt;
use serde_json::Value;

use random::Random;

/// Kernels that CI draws.
const KERNELS: usize = 400;

#[test]
fn each_launch_is_what_the_file_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/amplified/kernels.cu");
    let text = std::fs::read_to_string(&path).expect("a kernel file is text");
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("//% amplify: ")).collect();
    let problems: Vec<String> = lines.iter().filter_map(|line| problem(&path, line)).collect();
    assert!(lines.len() >= 20 && problems.is_empty(), "{}", problems.join("\n"));
}

fn problem(path: &Path, line: &str) -> Option<String> {
    let (options, expected) = line.split_once(" -> ")?;
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(["amplify", "--format", "json"])
        .args(options.split(' '))
        .arg(path)
        .output()
        .expect("gpuhoare starts");
    let document: Value = serde_json::from_slice(&output.stdout).expect("one document");
    let verdict = document["verdict"].as_str().unwrap_or_default();
    let names = |part: &str| -> Vec<String> {
        let list = &document["configuration"][part];
        let keys = list.as_object().map(|map| map.keys().cloned().collect::<Vec<_>>());
        let items =
            list.as_array().map(|all| all.iter().map(|name| name.as_str().unwrap_or_default().to_owned()).collect());
        keys.or(items).unwrap_or_default()
    };
    let mut found: Vec<String> = [names("values"), names("contents")].concat();
    let sources = document["depends"]["sources"].as_array();
    found.extend(sources.into_iter().flatten().map(|source| format!("data: {}", source.as_str().unwrap_or_default())));
    let said = [&[verdict.to_owned()], &[found.join(", ")][..]].concat();
    let said = said.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("; ");
    let code = if verdict == "race-free" { 0 } else { 1 };
    (said != expected || output.status.code() != Some(code)).then(|| format!("{options}: {said}, should be {expected}"))
}

#[test]
fn what_is_said_of_all_data_holds_of_other_data() {
    let number = |name: &str, default: usize| {
        std::env::var(name).map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    let (kernels, seed) = (number("AMPLIFY_KERNELS", KERNELS), number("AMPLIFY_SEED", 1) as u64);
    let folder = tempfile::tempdir().expect("a folder for kernels");
    let (mut verdicts, mut finished) = (BTreeMap::<&str, usize>::new(), 0);
    for at in 0..kernels {
        let mut random = Random::new(seed, at as u64);
        let text = random::kernel(&mut random);
        let path = folder.path().join("k.cu");
        std::fs::write(&path, &text).expect("a kernel is written");
        let kernel = lowered(path);
        let setup = setup(&kernel, &mut random);
        let options = Options { ints: Ints::C, floats: Floats::Ieee, steps: 1_000_000, ..Options::default() };
        let found = interp::amplify(&kernel, &setup, &options).expect("it can be run");
        assert!(!matches!(found.end, AmplifiedEnd::StepLimit), "{text}");
        let goes_wrong =
            |kind: ViolationKind| matches!(kind, ViolationKind::Race | ViolationKind::Barrier | ViolationKind::Bounds);
        let is_racy = found.violations.iter().any(|violation| violation.kind == ViolationKind::Race);
        let is_free =
            found.violations.is_empty() && found.possible.is_empty() && matches!(found.end, AmplifiedEnd::Finished);
        let verdict = if is_racy {
            "racy"
        } else if is_free {
            "race-free"
        } else {
            "unknown"
        };
        *verdicts.entry(verdict).or_default() += 1;
        for turn in 0..6 {
            let other = other_data(&kernel, &setup, &found, &mut random, turn);
            let schedule = [Schedule::Lockstep, Schedule::Random, Schedule::Reverse][turn as usize % 3];
            let run = interp::run(&kernel, &other, &Options { schedule, ..options }).expect("it can be run");
            let wrong: Vec<_> = run.violations.iter().filter(|violation| goes_wrong(violation.kind)).collect();
            if verdict == "race-free" {
                assert!(wrong.is_empty(), "{text}\n{other:?}\n{wrong:?}");
                finished += usize::from(run.end == End::Finished);
            }
            // A run may go wrong in another way before it races.
            if verdict == "racy" && schedule == Schedule::Lockstep {
                assert!(!run.violations.is_empty(), "{text}\n{other:?}\n{:?}", found.violations);
            }
        }
    }
    println!("{verdicts:?}, {finished} runs of race-free kernels come to their end");
    assert!(verdicts["race-free"] * 100 >= kernels * 10 && finished * 100 >= kernels * 30, "{verdicts:?} {finished}");
}

fn lowered(path: PathBuf) -> Kernel {
    let program = pipeline::lower(&mut Files::new(), &path, &[], &Config::default());
    let found = program.kernels.into_iter().next().expect("there is a kernel");
    let problems = (&found.unsupported, &found.diagnostics, &program.diagnostics);
    assert!(problems.0.is_empty() && problems.1.is_empty() && problems.2.is_empty(), "{problems:?}");
    found
}

/// Two blocks of 8 threads.
fn setup(kernel: &Kernel, random: &mut Random) -> Setup {
    let mut setup = Setup { block: [8, 1, 1], grid: [2, 1, 1], seed: 1, ..Setup::smallest(kernel) };
    for value in setup.scalars.values_mut() {
        *value = interp::Scalar::Int(BigInt::from(random.below(6)));
    }
    for contents in setup.arrays.values_mut() {
        *contents = Contents { length: 40, ..Contents::default() };
    }
    setup
}

/// What the result holds for: other contents, and other values of the scalars that were not fixed.
fn other_data(kernel: &Kernel, setup: &Setup, found: &interp::Amplified, random: &mut Random, turn: u64) -> Setup {
    let mut other = Setup { seed: 10 + turn, ..setup.clone() };
    for (local, value) in other.scalars.iter_mut().filter(|(local, _)| !found.scalars.contains(local)) {
        assert!(!kernel.locals[local.index()].name.is_empty());
        *value = interp::Scalar::Int(BigInt::from(random.below(9)) - 3);
    }
    other
}
