//! `gpuhoare amplify`: what it says of kernels, and that it is true.
//!
//! The first test holds each line `//% amplify: OPTIONS -> VERDICT; WHAT` of `kernels.cu`. The second draws kernels whose addresses and branches
//! hang on data in hidden ways, or do not, and runs them with other data, in other orders of threads: no launch that is called
//! race-free may race, diverge or leave an array, and each that is called racy must race. `AMPLIFY_KERNELS` and `AMPLIFY_SEED` say how many and which.

mod random;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use gpuhoare::base::config::{Simplification, Solving};
use gpuhoare::base::{Config, Files, StopFlag};
use gpuhoare::interp::{self, Contents, End, Floats, Ints, Options, Schedule, Setup, ViolationKind};
use gpuhoare::kernel::ir::{Kernel, LocalId, Space};
use gpuhoare::pipeline;
use gpuhoare::pipeline::run::Request;
use gpuhoare::report::{AmplifiedLaunch, Silent};
use num_bigint::BigInt;
use serde_json::Value;

use random::Random;

/// Kernels that CI draws.
const KERNELS: usize = 250;

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
    let kernel = &document["files"][0]["kernels"][0];
    let (verdict, launch) = (kernel["verdict"].as_str().unwrap_or_default(), &kernel["amplified"][0]);
    let names = |part: &str| -> Vec<String> {
        let list = &launch["configuration"][part];
        let keys = list.as_object().map(|map| map.keys().cloned().collect::<Vec<_>>());
        let items =
            list.as_array().map(|all| all.iter().map(|name| name.as_str().unwrap_or_default().to_owned()).collect());
        keys.or(items).unwrap_or_default()
    };
    let mut found: Vec<String> = [names("values"), names("contents")].concat();
    let depends = launch["depends"].as_array().into_iter().flatten();
    for source in depends.filter_map(|depends| depends["sources"].as_array()).flatten() {
        let source = format!("data: {}", source.as_str().unwrap_or_default());
        if !found.contains(&source) {
            found.push(source);
        }
    }
    if launch["tasks"].as_array().is_some_and(|tasks| tasks.iter().any(|task| task["verdict"] == "proved")) {
        found.push("proved".to_owned());
    }
    let said = [&[verdict.to_owned()], &[found.join(", ")][..]].concat();
    let said = said.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("; ");
    let code = if verdict == "race-free" { 0 } else { 1 };
    (said != expected || output.status.code() != Some(code)).then(|| format!("{options}: {said}, should be {expected}"))
}

#[test]
fn what_makes_two_runs_end_differently_is_named() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/amplified/kernels.cu");
    for (kernel, inputs, why) in [
        ("histogram", &["--arg", "n=8"][..], None),
        ("shuffled", &[], None),
        ("bitonic", &[], None),
        ("ticket", &[], Some("what an atomic operation returns is used")),
        ("summed", &[], Some("the sum in `total` is rounded in the order of threads")),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
            .args(["amplify", "--format", "json", "--block", "64", "--kernel", kernel])
            .args(inputs)
            .arg(&path)
            .output()
            .expect("gpuhoare starts");
        let document: Value = serde_json::from_slice(&output.stdout).expect("one document");
        let launch = &document["files"][0]["kernels"][0]["amplified"][0];
        assert_eq!(
            (&launch["verdict"], &launch["deterministic"]),
            (&"race-free".into(), &why.is_none().into()),
            "{launch}"
        );
        assert_eq!(launch["undetermined"][0]["what"].as_str(), why, "{launch}");
    }
}

/// A kernel that no solver shows to be race-free, with the program that launches it.
const PROGRAM: &str = "__global__ void mixed(float *y, int n) {\n\
    int i = blockIdx.x * blockDim.x + threadIdx.x, g = i;\n\
    for (int k = 0; k < n; k++) g = (g * 5 + 3) & 4095;\n\
    y[g] = i;\n\
}\n\
int main() {\n\
    float *y;\n\
    cudaMalloc(&y, 4096 * sizeof(float));\n\
    mixed<<<GRID, 256>>>(y, 7);\n\
}\n";

#[test]
fn launches_of_the_program_are_looked_at_where_no_proof_is_found() {
    let folder = tempfile::tempdir().expect("a folder for a program");
    let path = folder.path().join("mixed.cu");
    let run = |command: &str, grid: &str| {
        std::fs::write(&path, PROGRAM.replace("GRID", grid)).expect("a program is written");
        let ran = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
            .args([command, "--format", "json"])
            .arg(&path)
            .output()
            .expect("gpuhoare starts");
        let document: Value = serde_json::from_slice(&ran.stdout).expect("one document");
        let kernel = document["files"][0]["kernels"][0].clone();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let launch = &kernel["amplified"][0];
        let fixed = launch["configuration"]["values"]["n"].clone();
        (ran.status.code(), text(&kernel["verdict"]), text(&kernel["scope"]), text(&launch["verdict"]), fixed)
    };
    let said = |code, verdict: &str, scope: &str, launch: &str| {
        (Some(code), verdict.to_owned(), scope.to_owned(), launch.to_owned(), Value::from("7"))
    };
    assert_eq!(run("races", "16"), said(0, "race-free", "amplified", "race-free"));
    assert_eq!(run("amplify", "16"), said(0, "race-free", "amplified", "race-free"));
    // What it computes is another matter.
    assert_eq!(run("prove", "16"), said(1, "unknown", "as-launched", "race-free"));
    // Nothing is said of memory before what a parameter points to.
    let shifted = PROGRAM.replace("(y, 7)", "(y + 1, 7)").replace("y[g] = i;", "y[g - 1] = i;");
    std::fs::write(&path, shifted.replace("GRID", "16")).expect("a program is written");
    let ran = Command::new(env!("CARGO_BIN_EXE_gpuhoare")).arg("amplify").arg(&path).output().expect("gpuhoare starts");
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stdout));
    // Two threads come to each cell.
    assert_eq!(run("amplify", "32"), said(1, "racy", "amplified", "racy"));
}

#[test]
fn what_is_said_of_all_data_holds_of_other_data() {
    let number = |name: &str, default: usize| {
        std::env::var(name).map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    let (kernels, seed) = (number("AMPLIFY_KERNELS", KERNELS), number("AMPLIFY_SEED", 1) as u64);
    let folder = tempfile::tempdir().expect("a folder for kernels");
    let (mut verdicts, mut finished) = (BTreeMap::<String, usize>::new(), 0);
    for at in 0..kernels {
        let mut random = Random::new(seed, at as u64);
        let text = random::kernel(&mut random);
        let path = folder.path().join("k.cu");
        std::fs::write(&path, &text).expect("a kernel is written");
        let kernel = lowered(path.clone());
        let setup = setup(&kernel, &mut random);
        let options = Options { ints: Ints::C, floats: Floats::Ieee, steps: 1_000_000, ..Options::default() };
        let found = amplified(path, &kernel, &setup, options);
        let verdict = found.verdict.name();
        let goes_wrong =
            |kind: ViolationKind| matches!(kind, ViolationKind::Race | ViolationKind::Barrier | ViolationKind::Bounds);
        let by_prover = if found.tasks.is_empty() { "" } else { ", with the prover" };
        *verdicts.entry(verdict.to_owned() + by_prover).or_default() += 1;
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
                assert!(!run.violations.is_empty(), "{text}\n{other:?}\n{:?}", found.messages);
            }
        }
    }
    println!("{verdicts:?}, {finished} runs of race-free kernels come to their end");
    assert!(verdicts["race-free"] * 100 >= kernels * 10 && finished * 100 >= kernels * 30, "{verdicts:?} {finished}");
    assert!(verdicts["race-free, with the prover"] > 0, "{verdicts:?}");
}

/// What `amplify` says of the launch.
fn amplified(path: PathBuf, kernel: &Kernel, setup: &Setup, options: Options) -> AmplifiedLaunch {
    let scalars = setup.scalars.iter().map(|(local, value)| (&kernel.locals[local.index()].name, value.to_string()));
    let arrays = setup.arrays.iter().map(|(array, given)| (&kernel.arrays[array.index()], given.length));
    let lengths = arrays.filter(|(array, _)| array.space == Space::Global);
    let lengths = lengths.map(|(array, length)| (&array.name, format!("random({length})")));
    let arguments = scalars.chain(lengths).map(|(name, value)| (name.clone(), value)).collect();
    let request = Request { arguments, options, ..Request::default() };
    // What the prover says is to be true, and need not be much.
    let solving = Solving { timeout: Some(0.3), ..Solving::default() };
    let simplification = Simplification { rounds: Some(0), ..Simplification::default() };
    let (block, grid) = (Some(setup.block), Some(setup.grid));
    let config = Config { block, grid, solving, simplification, ..Config::default() };
    let mut run = pipeline::amplify_files(&[path], &config, (&request, &[]), &StopFlag::new(), &Silent);
    let report = run.files.remove(0).kernels.remove(0);
    let problems = (&run.diagnostics, &report.diagnostics, &report.unsupported);
    assert!(problems.0.is_empty() && problems.1.is_empty() && problems.2.is_empty(), "{problems:?}");
    report.coverage.amplified.into_iter().next().expect("the launch was run")
}

fn lowered(path: PathBuf) -> Kernel {
    let program = pipeline::lower(&mut Files::new(), &path, &pipeline::front::Given::default(), &Config::default());
    let found = program.kernels.into_iter().next().expect("there is a kernel");
    let problems = (&found.unsupported, &found.diagnostics, &program.diagnostics);
    assert!(problems.0.is_empty() && problems.1.is_empty() && problems.2.is_empty(), "{problems:?}");
    found
}

/// Three blocks of 8 threads, which three machines run.
fn setup(kernel: &Kernel, random: &mut Random) -> Setup {
    let mut setup = Setup { block: [8, 1, 1], grid: [3, 1, 1], seed: 1, ..Setup::smallest(kernel) };
    for value in setup.scalars.values_mut() {
        *value = interp::Scalar::Int(BigInt::from(random.below(6)));
    }
    for contents in setup.arrays.values_mut() {
        *contents = Contents { length: 40, ..Contents::default() };
    }
    setup
}

/// What the result holds for: other contents, and other values of the scalars that were not fixed.
fn other_data(kernel: &Kernel, setup: &Setup, found: &AmplifiedLaunch, random: &mut Random, turn: u64) -> Setup {
    let mut other = Setup { seed: 10 + turn, ..setup.clone() };
    let is_free = |local: &LocalId| found.inputs.free_values.contains(&kernel.locals[local.index()].name);
    for (_, value) in other.scalars.iter_mut().filter(|(local, _)| is_free(local)) {
        *value = interp::Scalar::Int(BigInt::from(random.below(9)) - 3);
    }
    other
}
