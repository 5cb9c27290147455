//! The forms as they are asked for.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const KERNEL: &str = "__global__ void k(int *a) { a[threadIdx.x] = 0; }\n";

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gpuhoare"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

fn ran(folder: &Path, arguments: &[&str]) -> Output {
    program(folder, arguments).output().unwrap()
}

fn with_kernel() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("k.cu"), KERNEL).unwrap();
    folder
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn each_form_ends_with_the_same_code_and_says_so() {
    let folder = with_kernel();
    for (file, code) in [("k.cu", 1), ("none.cu", 2)] {
        for form in ["human", "json", "jsonl", "sarif", "junit"] {
            let ran = ran(folder.path(), &["races", file, "--format", form]);
            assert_eq!(ran.status.code(), Some(code), "{file} {form}: {}", text(&ran.stderr));
        }
    }
    let sarif = ran(folder.path(), &["races", "none.cu", "--format", "sarif"]);
    let log: Value = serde_json::from_slice(&sarif.stdout).unwrap();
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!((&invocation["executionSuccessful"], &invocation["exitCode"]), (&false.into(), &2.into()));
    assert!(invocation["toolExecutionNotifications"][0]["message"]["text"].as_str().unwrap().contains("none.cu"));
}

#[test]
fn a_command_line_that_cannot_be_read_is_told_in_the_form_that_it_asks_for() {
    let folder = with_kernel();
    let of = |form: &str| ran(folder.path(), &["prove", "k.cu", "--no-such-option", "--format", form]);
    assert!(text(&of("junit").stdout).contains("--no-such-option"));
    let lines = of("jsonl");
    let last: Value = serde_json::from_str(text(&lines.stdout).lines().last().unwrap()).unwrap();
    assert_eq!((&last["event"], &last["exit_code"]), (&"end".into(), &2.into()));
}

#[test]
fn pages_need_a_folder() {
    let folder = with_kernel();
    let without = ran(folder.path(), &["races", "k.cu", "--format", "html"]);
    assert_eq!(without.status.code(), Some(2));
    assert!(text(&without.stderr).contains("--output"), "{}", text(&without.stderr));
    let in_a_file = ran(folder.path(), &["races", "k.cu", "--format", "html", "--output", "k.cu"]);
    assert_eq!(in_a_file.status.code(), Some(2));
    assert!(text(&in_a_file.stderr).contains("error[E0006]"), "{}", text(&in_a_file.stderr));
    assert_eq!(std::fs::read_to_string(folder.path().join("k.cu")).unwrap(), KERNEL);
    let good = ran(folder.path(), &["races", "k.cu", "--format", "html", "--output", "report"]);
    assert_eq!(good.status.code(), Some(1), "{}", text(&good.stderr));
    assert!(text(&good.stdout).ends_with("pages: report/index.html\n"), "{}", text(&good.stdout));
    let index = std::fs::read_to_string(folder.path().join("report/index.html")).unwrap();
    let page = index.split("href=\"").skip(1).find(|link| link.starts_with("pages")).unwrap();
    let page = page.split('"').next().unwrap().replace("&#x2f;", "/");
    let page = page.split('#').next().unwrap();
    assert!(folder.path().join("report").join(page).is_file());
}

/// Lines are there as soon as their kernels are looked at.
#[test]
fn a_run_that_is_killed_has_written_what_it_had() {
    let folder = tempfile::tempdir().unwrap();
    let kernels: String = (0..2_000).map(|at| KERNEL.replace(" k(", &format!(" k{at}("))).collect();
    std::fs::write(folder.path().join("k.cu"), kernels).unwrap();
    let mut child =
        program(folder.path(), &["races", "k.cu", "--format", "jsonl"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let seen: Vec<Value> = lines.by_ref().take(5).map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    let events: Vec<&str> = seen.iter().map(|line| line["event"].as_str().unwrap()).collect();
    assert_eq!(events, ["start", "file", "kernel", "kernel", "kernel"]);
    assert_eq!(seen[2]["kernel"]["name"], "k0");
}
