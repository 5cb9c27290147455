//! Where reports go, and what is kept of a run that ends early.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::bench::{Bench, Ran};
use crate::solvers::fake_solver;
use crate::{KERNEL, contains};

#[test]
fn the_report_goes_to_the_file_that_output_names() {
    let bench = Bench::with("none.cu", "int x;\n");
    let ran = bench.run(&["prove", "none.cu", "--format", "json", "--output", "report.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    let report = std::fs::read_to_string(bench.path().join("report.json")).unwrap();
    let document: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&document["tool"], &document["schema"]), (&Value::from("gpuhoare"), &Value::from(1)));
}

#[test]
fn an_output_that_cannot_be_written_is_an_error_before_the_work() {
    let bench = Bench::with("none.cu", "int x;\n");
    for (place, part) in [("no/such/folder/x", "its folder does not exist"), (".", "it is a directory")] {
        let ran = bench.run(&["prove", "none.cu", "--output", place]);
        assert_eq!(ran.code, Some(2));
        contains(&ran.err, "error[E0006]");
        contains(&ran.err, part);
        let ran = bench.run(&["prove", "none.cu", "--output", place, "--format", "json"]);
        assert_eq!((ran.code, ran.codes()), (Some(2), vec!["E0006".to_string()]));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let bench = Bench::with("none.cu", "int x;\n");
    let ran = bench.run(&["prove", "none.cu", "--format", "json", "--output", "/dev/full"]);
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "the disk is full");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ran = Ran::from(bench.command(&["prove", "none.cu", "--format", "json"]).stdout(full).output().unwrap());
    assert_eq!(ran.code, Some(2));
    contains(&ran.err, "error[E0006]");
}

#[test]
fn a_kernel_that_needs_too_much_memory_is_given_up_and_the_others_go_on() {
    let steps: String =
        (0..300).map(|k| format!("    if (a[i + {k}] > x) x += a[x + {k}]; else x -= b[x];\n")).collect();
    let text = format!(
        "__global__ void large(int *a, int *b, int x) {{\n    int i = threadIdx.x;\n{steps}    a[x] = x;\n}}\n{KERNEL}"
    );
    let ran = Bench::with("k.cu", text).run(&["races", "k.cu", "--memory", "60", "--format", "json"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    let kernels = &document["files"][0]["kernels"];
    assert_eq!(kernels[0]["verdict"], "unknown");
    contains(&ran.out, "W0718");
    assert_eq!(kernels[1]["name"], "k");
    assert_ne!(kernels[1]["verdict"], Value::Null);
}

#[test]
fn a_full_disk_is_an_error_of_every_command() {
    let bench = Bench::with("k.cu", KERNEL);
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for line in [
        "check k.cu",
        "check k.cu --format json",
        "vcs k.cu --stage ir",
        "run k.cu --block 1 --grid 1",
        "run k.cu --block 1 --grid 1 --format json",
        "explain",
        "explain E0201",
        "--help",
        "prove --help",
        "--version",
        "check k.cu --formt json",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = Ran::from(bench.command(&words).stdout(full()).output().unwrap());
        let is_refused = line.contains("formt");
        assert_eq!(
            (ran.code, ran.err.contains("the disk is full") || is_refused),
            (Some(2), true),
            "{line}: {}",
            ran.err
        );
    }
    let ran = bench.run(&["check", "k.cu", "--format", "json", "--output", "/dev/full"]);
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, document["diagnostics"][0]["code"].as_str()), (Some(2), Some("E0006")));
    // Of what cannot be said, the exit code is left.
    for line in ["check missing.cu", "explain E9999", "check k.cu --formt json"] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = Ran::from(bench.command(&words).stderr(full()).output().unwrap());
        assert_eq!(ran.code, Some(2), "{line}");
    }
}

#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let bench = Bench::with("none.cu", "int x;\n");
    let mut child = bench
        .command(&["prove", "none.cu", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (Some(130), ""));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_what_it_has() {
    let bench = Bench::with("none.cu", "int x;\n");
    // Nobody ever writes to the pipe: reading it is work without end.
    assert!(Command::new("mkfifo").arg(bench.path().join("pipe.cu")).status().unwrap().success());
    let mut command = bench.command(&["check", "none.cu", "pipe.cu", "--format", "json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    // As `timeout` does: two signals at once are no wish to leave without a report.
    let id = child.id().to_string();
    assert!(Command::new("sh").args(["-c", "kill -INT $0; sleep 0.05; kill -INT $0", &id]).status().unwrap().success());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(130));
    assert_eq!(ran.json()["files"][0]["path"], "none.cu");
}

#[cfg(unix)]
#[test]
fn a_kernel_is_reported_while_the_next_one_of_its_file_is_looked_at() {
    use std::io::{BufRead, BufReader};
    let text = "__global__ void first(int *a) { a[threadIdx.x] = 0; }\n\
        //@ requires n > 0 && gridDim.x == 1;\n\
        __global__ void second(int *a, int n) { int i = threadIdx.x; a[i * i * i * n + i * n * n] = i; }\n";
    let bench = Bench::with("k.cu", text);
    fake_solver(&bench, "slow", "sleep 1000");
    let arguments = ["races", "k.cu", "--solver", "slow.toml", "--timeout", "1000"];
    let mut command = bench.command(&arguments);
    let mut child = command.env("GPUHOARE_CACHE", bench.path()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("first")));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert!(lines.any(|line| line.contains("second")));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
