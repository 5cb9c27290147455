//! Holds the standard library of lemmas to its promise: all of it is proved, and every family of facts that the
//! simplifier states of its own accord is a lemma in it.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use gpuhoare::base::config::Facts;
use gpuhoare::simplify::rules::families::Family;
use gpuhoare::syntax::preprocess::library::{ALWAYS_THERE, LIBRARY};
use serde_json::Value;

#[test]
fn every_lemma_of_the_library_is_proved_and_every_family_of_facts_is_one() {
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(["prove", "specs", "--format", "json"])
        .current_dir(root())
        .output()
        .expect("gpuhoare starts");
    let document: Value = serde_json::from_slice(&output.stdout).expect("prove prints a document");
    let files = document["files"].as_array().expect("a document has files");
    let lemmas: Vec<&Value> = files.iter().flat_map(|file| file["kernels"].as_array().into_iter().flatten()).collect();
    for lemma in &lemmas {
        assert_eq!(lemma["verdict"], "verified", "{lemma:#}");
        assert_eq!(lemma["role"], "lemma");
        let kinds: BTreeSet<&str> =
            lemma["tasks"].as_array().into_iter().flatten().filter_map(|task| task["kind"].as_str()).collect();
        assert!(kinds.contains("lemma"), "{lemma:#}");
        assert_eq!(lemma["assumptions"].as_array().map(Vec::len), Some(0), "{lemma:#}");
    }
    assert_eq!(output.status.code(), Some(0));
    let names: BTreeSet<&str> = lemmas.iter().filter_map(|lemma| lemma["name"].as_str()?.split('<').next()).collect();
    for family in Family::ALL {
        assert!(!family.lemmas().is_empty(), "{family:?} has no lemma");
        for lemma in family.lemmas() {
            assert!(names.contains(lemma), "{family:?}: there is no lemma {lemma}");
        }
    }
}

#[test]
fn the_library_is_what_stands_in_specs() {
    let mut files: Vec<String> = std::fs::read_dir(root().join("specs"))
        .expect("the folder is there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(".spec").map(str::to_owned))
        .collect();
    files.sort();
    let mut names: Vec<&str> = LIBRARY.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    assert_eq!(files, names);
    assert!(ALWAYS_THERE.iter().all(|name| names.contains(name)));
}

#[test]
fn a_proof_of_the_library_has_definitions_only() {
    for family in Family::ALL {
        assert_eq!(family.is_available(Facts::Defining), family.is_defining(), "{family:?}");
        assert!(family.is_available(Facts::Library) || family.is_defining(), "{family:?} is available nowhere");
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
