//! A run that is interrupted reports all kernels that were done, and how far it came with the others.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// It takes a solver, which never answers.
const SLOW: &str = "//@ requires n > 0 && gridDim.x == 1;\n__global__ void slow(int *a, int *b, int n) {\n    \
    int i = threadIdx.x; b[blockIdx.x * blockDim.x + i] = i; a[i * i * i * n + i * n * n] = i; }\n";

const QUICK: &str = "__global__ void NAME(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";

/// Files of which the first kernel, or file, is never done.
fn files(folder: &Path) {
    let script = r#"#!/bin/sh
reply='exec sleep 1000'
while read -r line; do
case $line in
*'(< n 0)'*) reply='echo unsat' ;;
*'(f n) 7'*) reply='echo sat' ;;
'(check-sat)') eval "$reply" ;;
'(echo '*) text=${line#*\"}; echo "${text%%\"*}" ;;
esac
done
"#;
    let solver = folder.join("never");
    std::fs::write(&solver, script).expect("a script");
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    let profile = format!("name = \"never\"\ncommand = \"{}\"\n", solver.display());
    std::fs::write(folder.join("never.toml"), profile).expect("a profile");
    std::fs::create_dir(folder.join("in")).expect("a folder");
    let write = |name: &str, text: String| std::fs::write(folder.join("in").join(name), text).expect("a file");
    write("0.cu", format!("{SLOW}{}", QUICK.replace("NAME", "beside")));
    for file in 1..=6 {
        write(&format!("{file}.cu"), QUICK.replace("NAME", &format!("quick{file}")));
    }
}

/// Runs until nothing comes any more, and interrupts.
fn interrupted(folder: &Path, words: &[&str]) -> Option<i32> {
    let races = ["races", "in", "--jobs", "2", "--solver", "never.toml", "--timeout", "1000"];
    stopped(folder, &[&races, words].concat())
}

/// Runs for some seconds, and interrupts.
fn stopped(folder: &Path, words: &[&str]) -> Option<i32> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(Duration::from_secs(3));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    let asked = Instant::now();
    let code = child.wait().expect("it ends").code();
    assert!(asked.elapsed() < Duration::from_secs(8));
    code
}

#[test]
fn kernels_that_were_done_are_reported_also_behind_one_that_was_not() {
    let own = tempfile::tempdir().expect("a folder");
    files(own.path());
    assert_eq!(interrupted(own.path(), &["--format", "json", "--output", "report.json"]), Some(130));
    let text = std::fs::read_to_string(own.path().join("report.json")).expect("a report");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["interrupted"], true);
    let files = document["files"].as_array().expect("files");
    let kernels = files.iter().flat_map(|file| file["kernels"].as_array().expect("kernels"));
    let mut said: Vec<Value> = kernels.clone().map(|kernel| json!([kernel["name"], kernel["verdict"]])).collect();
    let quick = (1..=6).map(|file| json!([format!("quick{file}"), "race-free"]));
    let all: Vec<Value> =
        [json!(["slow", "unknown"]), json!(["beside", "race-free"])].into_iter().chain(quick).collect();
    said.sort_by_key(|entry| all.iter().position(|known| known == entry));
    assert_eq!(said, all, "{text}");
    let slow = kernels.clone().find(|kernel| kernel["name"] == "slow").expect("it is there");
    let verdicts: Vec<&Value> = slow["tasks"].as_array().expect("tasks").iter().map(|task| &task["verdict"]).collect();
    assert!(verdicts.contains(&&json!("proved")) && verdicts.iter().any(|verdict| **verdict != "proved"), "{slow}");

    assert_eq!(interrupted(own.path(), &["--output", "report.txt"]), Some(130));
    let text = std::fs::read_to_string(own.path().join("report.txt")).expect("a report");
    assert!(text.contains("interrupted: these are the results so far"), "{text}");
    assert!(text.contains("slow (in/0.cu:2): unknown") && text.contains("8 kernels: 7 race-free, 1 unknown"), "{text}");
}

#[test]
fn files_that_were_done_are_reported_also_behind_one_that_is_never_read() {
    let own = tempfile::tempdir().expect("a folder");
    files(own.path());
    // Nobody ever writes to the pipe: reading it is work without end, in its one thread of two.
    let pipe = own.path().join("in/0.cu");
    std::fs::remove_file(&pipe).expect("it is there");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    assert_eq!(interrupted(own.path(), &["--format", "json", "--output", "report.json"]), Some(130));
    let text = std::fs::read_to_string(own.path().join("report.json")).expect("a report");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&document["interrupted"], document["files"].as_array().map(Vec::len)),
        (&json!(true), Some(6)),
        "{text}"
    );
}

#[test]
fn a_launch_that_was_not_run_to_its_end_says_how_far_it_came() {
    let own = tempfile::tempdir().expect("a folder");
    let text = "__global__ void longer(int *y, int n) {\n    for (int k = 0; k < n; k++) y[threadIdx.x + blockIdx.x * blockDim.x] = k;\n}\n";
    std::fs::write(own.path().join("longer.cu"), text).expect("a file");
    let launch = ["amplify", "longer.cu", "--block", "32", "--grid", "1024", "--arg", "n=1000000000"];
    let wanted = ["--steps", "1000000000000", "--format", "json", "--output", "report.json"];
    assert_eq!(stopped(own.path(), &[&launch[..], &wanted].concat()), Some(130));
    let text = std::fs::read_to_string(own.path().join("report.json")).expect("a report");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let kernel = &document["files"][0]["kernels"][0];
    let reason = kernel["amplified"][0]["reason"].as_str().unwrap_or_default();
    assert_eq!((&document["interrupted"], &kernel["verdict"]), (&json!(true), &json!("unknown")), "{text}");
    assert!(reason.starts_with("stopped after ") && reason.contains("at longer.cu:2"), "{reason}");
}
