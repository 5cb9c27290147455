//! `gpuhoare suggest`: what it offers for each kernel under `tests/suggest` is what the file's first lines say
//! (`//% offers: requires n >= 1;`, in order), and `prove` says of the file with the clauses written into it what they say
//! (`//% verdict: safe`).

#[path = "common/files.rs"]
mod files;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

use files::{files_under, name_of, outcome};

fn main() -> ExitCode {
    let trial = |path: PathBuf| Trial::test(name_of(&path), move || outcome(&problems(&path)));
    let mut trials: Vec<Trial> = files_under("tests/suggest", "cu").into_iter().map(trial).collect();
    let own: [(&str, fn()); 2] = [
        ("instances_that_differ_are_left_alone", instances_that_differ_are_left_alone),
        ("a_contract_of_somebody_stays", a_contract_of_somebody_stays),
    ];
    trials.extend(own.map(|(name, check)| {
        Trial::test(name, move || {
            check();
            Ok(())
        })
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn gpuhoare(words: &[&str], path: &Path) -> (Value, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare")).args(words).arg(path).args(["--format", "json"]).output();
    let output = output.expect("gpuhoare starts");
    (serde_json::from_slice(&output.stdout).expect("it prints a document"), output.status.code())
}

fn kernel(document: &Value) -> &Value {
    &document["files"][0]["kernels"][0]
}

/// What the file's lines of this kind say.
fn header_lines<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let of = |line: &'t str| Some(line.strip_prefix("//% ")?.strip_prefix(key)?.strip_prefix(':')?.trim());
    text.lines().filter_map(of).collect()
}

fn problems(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("it can be read");
    let expected = header_lines(&text, "offers");
    let verdict = header_lines(&text, "verdict").join(" ");
    let mut found = Vec::new();
    let (document, code) = gpuhoare(&["suggest"], path);
    let offers: Vec<&str> = kernel(&document)["offers"]
        .as_array()
        .map_or(Vec::new(), |offers| offers.iter().filter_map(|offer| offer["text"].as_str()).collect());
    if offers != expected {
        found.push(format!("offers {offers:#?}"));
    }
    if kernel(&document)["verdict"] != *verdict || code != Some(i32::from(verdict != "safe")) {
        found.push(format!("verdict {}, exit code {code:?}", kernel(&document)["verdict"]));
    }
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let copy = folder.path().join("copy.cu");
    std::fs::write(&copy, &text).expect("it can be written");
    gpuhoare(&["suggest", "--write"], &copy);
    let written = std::fs::read_to_string(&copy).expect("it can be read");
    let lines: Vec<String> = expected.iter().map(|offer| format!("//@ {offer}\n")).collect();
    if verdict == "safe" && written.replacen(&lines.concat(), "", 1) != text {
        found.push(format!("written:\n{written}"));
    }
    let (document, _) = gpuhoare(&["prove"], &copy);
    if kernel(&document)["verdict"] != *verdict {
        found.push(format!("with what was written it is {}", kernel(&document)["verdict"]));
    }
    let (document, _) = gpuhoare(&["suggest"], &copy);
    if verdict == "safe" && !kernel(&document)["offers"].is_null() {
        found.push(format!("more is offered: {}", kernel(&document)["offers"]));
    }
    found
}

const COPY: &str = "__global__ void copy(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        b[i] = a[i];
    }
}
";

/// Two instances of a template that need different clauses have one place.
fn instances_that_differ_are_left_alone() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let path = folder.path().join("k.cu");
    let text = "template <int N>
__global__ void fill(int *out) {
    out[blockIdx.x * N + threadIdx.x] = N;
}
template __global__ void fill<8>(int *);
template __global__ void fill<16>(int *);
";
    std::fs::write(&path, text).expect("it can be written");
    let (document, _) = gpuhoare(&["suggest", "--write"], &path);
    assert!(document["diagnostics"].to_string().contains("W0003"), "{document}");
    assert_eq!(std::fs::read_to_string(&path).expect("it can be read"), text);
}

fn a_contract_of_somebody_stays() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let path = folder.path().join("k.cu");
    let text = format!("//@ requires \\length(a) == n && \\length(b) >= n;\n//@ writes b;\n{COPY}");
    std::fs::write(&path, &text).expect("it can be written");
    let (document, code) = gpuhoare(&["suggest", "--write"], &path);
    assert_eq!((kernel(&document)["verdict"].as_str(), code), (Some("safe"), Some(0)), "{document}");
    assert!(kernel(&document)["offers"].is_null(), "{document}");
    assert_eq!(std::fs::read_to_string(&path).expect("it can be read"), text);
}
