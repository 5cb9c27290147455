//! `prove --proof` and `audit` as a user calls them.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const KERNEL: &str = "\
//@ requires n == \\length(a) && n == \\length(b);
//@ ensures \\forall i. 0 <= i < n -> b[i] == 2 * \\old(a[i]);
__global__ void twice(const int *a, int *b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) b[i] = 2 * a[i];
}
";

fn gpuhoare(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gpuhoare")).args(words).current_dir(folder).output().expect("gpuhoare runs")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A folder with a kernel, and its derivations in `proof`.
fn proved() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    std::fs::write(folder.path().join("twice.cu"), KERNEL).expect("the kernel is written");
    let with = gpuhoare(folder.path(), &["prove", "--proof", "proof", "--ints", "math", "twice.cu"]);
    assert_eq!(with.status.code(), Some(0), "{}", said(&with));
    let without = gpuhoare(folder.path(), &["prove", "--ints", "math", "twice.cu"]);
    let seconds = |text: String| text.lines().filter(|line| !line.contains(" s")).collect::<Vec<_>>().join("\n");
    assert_eq!(seconds(said(&with)), seconds(said(&without)), "the report is the same");
    folder
}

fn audited(folder: &TempDir) -> Output {
    gpuhoare(folder.path(), &["audit", "proof", "--source", "twice.cu"])
}

#[test]
fn what_is_proved_is_audited() {
    let folder = proved();
    let output = audited(&folder);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("twice: ") && !said(&output).contains("not audited:\n"), "{}", said(&output));
    let output = gpuhoare(folder.path(), &["audit", "proof", "--source", "twice.cu", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let tasks = document["kernels"][0]["tasks"].as_array().expect("there are tasks");
    assert!(!tasks.is_empty() && tasks.iter().all(|task| task["open"].as_array().is_some_and(Vec::is_empty)));
    assert!(document["not_audited"].as_str().is_some_and(|text| text.contains("symbolic execution")));
}

#[test]
fn a_task_without_a_derivation_is_not_audited() {
    let folder = proved();
    let path = folder.path().join("proof/1.derivation");
    let text = std::fs::read_to_string(&path).expect("there are derivations");
    let second = text.match_indices("\ntask ").next().expect("there are several tasks").0;
    std::fs::write(&path, &text[second + 1..]).expect("the file is written");
    let output = audited(&folder);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("there is no derivation"), "{}", said(&output));
}

#[test]
fn derivations_that_say_nothing_are_not_audited() {
    let folder = proved();
    let path = folder.path().join("proof/1.derivation");
    let text = std::fs::read_to_string(&path).expect("there are derivations");
    let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with("part ")).collect();
    std::fs::write(&path, kept.join("\n") + "\n").expect("the file is written");
    assert_eq!(audited(&folder).status.code(), Some(1));
}

#[test]
fn derivations_of_another_kernel_are_not_audited() {
    let folder = proved();
    let path = folder.path().join("twice.cu");
    std::fs::write(&path, KERNEL.replace("2 * a[i]", "3 * a[i]")).expect("the kernel is written");
    let output = audited(&folder);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("[E0015]"), "{}", said(&output));
    // Not even where somebody says that they are of this source.
    let manifest = folder.path().join("proof/manifest.json");
    let text = std::fs::read_to_string(&manifest).expect("there is a manifest");
    let of = |text: &str| {
        use sha2::{Digest, Sha256};
        Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let changed = KERNEL.replace("2 * a[i]", "3 * a[i]");
    std::fs::write(&manifest, text.replace(&of(KERNEL), &of(&changed))).expect("the manifest is written");
    let output = audited(&folder);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
}

#[test]
fn what_is_no_folder_of_derivations_is_said() {
    let folder = proved();
    let output = gpuhoare(folder.path(), &["audit", ".", "--source", "twice.cu"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("[E0001]"), "{}", said(&output));
    std::fs::write(folder.path().join("manifest.json"), "{}").expect("the file is written");
    let output = gpuhoare(folder.path(), &["audit", ".", "--source", "twice.cu"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("[E0015]"), "{}", said(&output));
    let output = gpuhoare(folder.path(), &["prove", "--proof", "more", "twice.cu", "twice.cu"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}
