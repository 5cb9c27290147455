//! `gpuhoare races` on programs of several files: what other files say of a kernel's launches (HOST-41).
//!
//! Each folder of `tests/programs` is a program. Its `.cu` files say of each kernel what is said of it, `//% NAME: VERDICT SCOPE`, and
//! of each launch of one with a contract whether it meets it: `//% TASK: VERDICT` (HOST-39).

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const PROGRAMS: &str = "tests/programs";

/// What a report says of each kernel.
fn said(folder: &Path) -> BTreeMap<String, String> {
    let out = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(["races", "--format", "json"])
        .arg(folder)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("gpuhoare runs");
    let report: Value = serde_json::from_slice(&out.stdout).expect("a report");
    let kernels = report["files"].as_array().into_iter().flatten().flat_map(|file| file["kernels"].as_array());
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let mut all = BTreeMap::new();
    for kernel in kernels.flatten() {
        let said = format!("{} {}", text(&kernel["verdict"]), text(&kernel["scope"]));
        if all.insert(text(&kernel["name"]), said).is_some() {
            all.insert(text(&kernel["name"]), "reported twice".to_owned());
        }
        let tasks = kernel["tasks"].as_array().into_iter().flatten();
        let of_launches = tasks.filter(|task| task["kind"] == "call-site");
        all.extend(of_launches.map(|task| (text(&task["id"]), text(&task["verdict"]))));
    }
    all
}

/// What the files expect.
fn expected(folder: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("a text");
        let lines = text.lines().filter_map(|line| line.strip_prefix("//% ")?.split_once(": "));
        all.extend(lines.map(|(name, said)| (name.to_owned(), said.to_owned())));
    }
    all
}

#[test]
fn files_of_a_program_say_how_kernels_are_launched() {
    let mut wrong = Vec::new();
    let mut programs = 0;
    for entry in std::fs::read_dir(PROGRAMS).expect("programs").flatten() {
        programs += 1;
        let (expected, said) = (expected(&entry.path()), said(&entry.path()));
        assert!(!expected.is_empty(), "{} expects nothing", entry.path().display());
        if expected != said {
            wrong.push(format!("{}: {said:?}, and not {expected:?}", entry.path().display()));
        }
    }
    assert!(programs >= 8, "programs are missing");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
