//! What is asked of a run beyond its verdicts: about which launches a success must be (`--require-scope`), and how long one kernel
//! may take (`--limit`).

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// A run over one file: exit code, and what was said.
fn run(text: &str, words: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("k.cu"), text).expect("a file");
    run_in(folder.path(), words)
}

fn run_in(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

fn document(said: &str) -> Value {
    serde_json::from_str(said).unwrap_or_else(|error| panic!("{error}\n{said}"))
}

#[track_caller]
fn contains(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in:\n{text}");
}

/// The first kernel races in launches that the program does not make; the second one never does.
const LAUNCHED: &str = "__global__ void first(int *a) { a[threadIdx.x] = 1; }\n\
    __global__ void second(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 2; }\n\
    int main() { int *a; cudaMalloc(&a, 256); first<<<1, 64>>>(a); second<<<4, 16>>>(a); cudaFree(a); }\n";

#[test]
fn every_launch_may_be_wanted() {
    const LINE: &str = "1 kernel is not shown for every launch (--require-scope every)";
    for (command, verdict) in [("races", "race-free"), ("prove", "safe")] {
        for (wanted, code) in [(&[][..], 0), (&["--require-scope", "launched"], 0), (&["--require-scope", "every"], 1)]
        {
            let words = [&[command, "k.cu"], wanted].concat();
            let (status, said) = run(LAUNCHED, &words);
            assert_eq!(status, Some(code), "{words:?}: {said}");
            contains(&said, &format!("first (k.cu:1): {verdict} as launched"));
            contains(&said, &format!("2 kernels: 2 {verdict}"));
            assert_eq!((said.contains(LINE), said.contains("[W0704]")), (code == 1, code == 1), "{words:?}: {said}");
            let (status, said) = run(LAUNCHED, &[&words[..], &["--format", "json"]].concat());
            assert_eq!(status, Some(code));
            let document = document(&said);
            assert_eq!(document["required"]["scope"], if code == 1 { "every" } else { "launched" });
            let kernels = document["files"][0]["kernels"].as_array().expect("kernels").iter();
            let said: Vec<Value> = kernels.map(|kernel| json!([kernel["verdict"], kernel["success"]])).collect();
            assert_eq!(said, [json!([verdict, code == 0]), json!([verdict, true])]);
        }
    }
}

#[test]
fn given_dimensions_are_not_every_launch() {
    let words = ["races", "k.cu", "--block", "64", "--grid", "1", "--require-scope", "every"];
    let (status, said) = run(LAUNCHED, &words);
    assert_eq!(status, Some(1));
    contains(&said, "2 kernels are not shown for every launch (--require-scope every)");
    assert_eq!(run(LAUNCHED, &words[..6]).0, Some(0));
}

// ── --limit ─────────────────────────────────────────────────────────────────────────────────────

/// The second kernel takes a solver, the others do not.
const SLOW: &str = "__global__ void first(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n\
    //@ requires n > 0 && gridDim.x == 1;\n\
    __global__ void second(int *a, int n) { int i = threadIdx.x; a[i * i * i * n + i * n * n] = i; }\n\
    __global__ void third(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 3; }\n";

/// A solver that passes its self-test, and answers nothing else.
#[cfg(unix)]
fn never_answers(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
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
    let path = folder.join("slow");
    std::fs::write(&path, script).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it can be run");
    let profile = format!("name = \"slow\"\ncommand = \"{}\"\n", path.display());
    std::fs::write(folder.join("slow.toml"), profile).expect("a profile");
}

/// Whether a process goes on that was started in this folder.
#[cfg(target_os = "linux")]
fn is_at_work_in(folder: &Path) -> bool {
    let at_work = || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        has_process(folder)
    };
    (0..20).all(|_| at_work())
}

#[cfg(target_os = "linux")]
fn has_process(folder: &Path) -> bool {
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let folders = processes.filter_map(|process| std::fs::read_link(process.path().join("cwd")).ok());
    folders.into_iter().any(|at| at == folder)
}

/// Each task of a kernel that is not proved has the reason; how many these are.
fn open_tasks(kernel: &Value, reason: &str) -> usize {
    let tasks = kernel["tasks"].as_array().expect("tasks").iter();
    let open: Vec<&Value> = tasks.filter(|task| task["verdict"] != "proved").collect();
    for task in &open {
        assert_eq!(task["verdict"], "unknown", "{task}");
        assert!(task["reason"].as_str().expect("a reason").starts_with(reason), "{task}");
    }
    open.len()
}

#[cfg(target_os = "linux")]
#[test]
fn a_slow_kernel_ends_at_the_limit_and_costs_the_others_nothing() {
    const REASON: &str = "the limit of 1 s for a kernel was reached";
    let own = tempfile::tempdir().expect("a folder");
    let folder = std::fs::canonicalize(own.path()).expect("it is there");
    never_answers(&folder);
    std::fs::write(folder.join("k.cu"), SLOW).expect("a file");
    for (command, verdict) in [("races", "race-free"), ("prove", "safe")] {
        let words = [command, "k.cu", "--solver", "slow.toml", "--timeout", "1000", "--limit", "1s"];
        let started = std::time::Instant::now();
        let (status, said) = run_in(&folder, &words);
        assert_eq!(status, Some(1), "{said}");
        assert!(started.elapsed().as_secs() < 20);
        assert!(!is_at_work_in(&folder), "a solver is left");
        for kernel in ["first (k.cu:1)", "third (k.cu:4)"] {
            contains(&said, &format!("{kernel}: {verdict}"));
        }
        contains(&said, "second (k.cu:3): unknown");
        contains(&said, &format!("= {REASON}\n"));
        contains(&said, &format!("warning[W0719]: `second` was not looked at to its end: {REASON}"));
        let (status, said) = run_in(&folder, &[&words[..], &["--format", "json"]].concat());
        assert_eq!(status, Some(1));
        let document = document(&said);
        let kernels = document["files"][0]["kernels"].as_array().expect("kernels");
        let verdicts: Vec<&Value> = kernels.iter().map(|kernel| &kernel["verdict"]).collect();
        assert_eq!(verdicts, [verdict, "unknown", verdict]);
        assert!(open_tasks(&kernels[1], REASON) > 0);
    }
}

#[cfg(unix)]
#[test]
fn a_race_that_a_run_shows_stays_one_at_the_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    never_answers(folder.path());
    let text = SLOW.replace("a[i * i * i * n + i * n * n] = i;", "a[i * i * i * n + i * n * n] = i; a[0] = i;");
    std::fs::write(folder.path().join("k.cu"), text).expect("a file");
    for (command, verdict) in [("races", "racy"), ("prove", "refuted")] {
        let words = [command, "k.cu", "--solver", "slow.toml", "--timeout", "1000", "--limit", "1s"];
        let (status, said) = run_in(folder.path(), &words);
        assert_eq!(status, Some(1));
        contains(&said, &format!("second (k.cu:3): {verdict}"));
    }
}

#[test]
fn with_next_to_no_time_every_open_task_has_the_reason() {
    const REASON: &str = "the limit of 1 ms for a kernel was reached";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/scans/blelloch.cu");
    let folder = tempfile::tempdir().expect("a folder");
    for command in ["prove", "races"] {
        let words = [command, path, "--limit", "1ms"];
        let (status, said) = run_in(folder.path(), &words);
        assert_eq!(status, Some(1), "{said}");
        contains(&said, ": unknown\n");
        contains(&said, REASON);
        let (status, said) = run_in(folder.path(), &[&words[..], &["--format", "json"]].concat());
        assert_eq!(status, Some(1));
        let kernel = &document(&said)["files"][0]["kernels"][0];
        assert_eq!((&kernel["verdict"], &kernel["success"]), (&json!("unknown"), &json!(false)));
        assert!(open_tasks(kernel, REASON) > 0, "{kernel}");
    }
}

#[test]
fn with_time_enough_a_limit_changes_nothing() {
    for command in ["races", "prove"] {
        let of = |words: &[&str]| {
            let (status, said) = run(SLOW, &[&[command, "k.cu", "--format", "json"], words].concat());
            let document = document(&said);
            let kernels = document["files"][0]["kernels"].as_array().expect("kernels").iter();
            let tasks = |kernel: &Value| kernel["tasks"].as_array().map(Vec::len);
            let said: Vec<_> =
                kernels.map(|kernel| (kernel["name"].clone(), kernel["verdict"].clone(), tasks(kernel))).collect();
            (status, said)
        };
        assert_eq!(of(&["--limit", "1h"]), of(&[]));
    }
}
