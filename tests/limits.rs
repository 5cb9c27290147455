//! What is asked of a run beyond its verdicts: about which launches a success must be (`--require-scope`).

use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// A run over one file: exit code, and what was said.
fn run(text: &str, words: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("k.cu"), text).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(words)
        .current_dir(folder.path())
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
