//! Every example with any one pass of the simplifier switched off: what is verified stays so or becomes unknown. A pass that
//! others lean on for soundness would show here.

#[path = "common/examples.rs"]
mod examples;

use std::path::{Path, PathBuf};
use std::process::Command;

use gpuhoare::simplify::PASSES;
use rayon::prelude::*;
use serde_json::Value;

use examples::examples;

#[test]
fn without_any_one_pass_examples_are_verified_or_unknown() {
    // Each twelfth: all of them take minutes.
    hold_without_any_one_pass(examples().into_iter().step_by(12).collect());
}

#[test]
#[ignore = "takes minutes: `.ci/run --all`"]
fn all_examples_without_any_one_pass_are_verified_or_unknown() {
    hold_without_any_one_pass(examples());
}

fn hold_without_any_one_pass(examples: Vec<PathBuf>) {
    let runs: Vec<(&PathBuf, &str)> =
        examples.iter().flat_map(|path| PASSES.iter().map(move |pass| (path, pass.name))).collect();
    let verdicts: Vec<(String, String)> = runs
        .par_iter()
        .map(|(path, pass)| (format!("{} without {pass}", path.display()), verdict(path, pass)))
        .collect();
    let wrong: Vec<_> = verdicts.iter().filter(|(_, verdict)| verdict != "verified" && verdict != "unknown").collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The kernels of this file are verified (its header says so); what makes the difference is the merging of quantifiers.
#[test]
fn blockwise_clauses_are_of_use_for_the_whole_array_by_merging() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/quantifiers/blockwise.cu");
    assert_eq!(verdict(&path, "merge"), "unknown");
    assert_eq!(verdict(&path, "arith"), "verified");
}

/// The verdict of the file's first kernel; solvers get little time, since an open task is no failure here.
fn verdict(path: &Path, pass: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(["prove", "--format", "json", "--jobs", "1", "--timeout", "0.1", "--disable-pass", pass])
        .arg(path)
        .output()
        .expect("gpuhoare starts");
    let document: Value = serde_json::from_slice(&output.stdout).expect("one document");
    document["files"][0]["kernels"][0]["verdict"].as_str().unwrap_or("no verdict").to_string()
}
