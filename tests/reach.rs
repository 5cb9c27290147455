//! How much of what real code bases write is modelled: the kernels of the folders that are about CUDA's constructs and its idioms.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Folders of `tests/kernels`, and what their kernels are written with.
const FOLDERS: [&str; 9] = ["atomics", "cpp", "floats", "groups", "idioms", "memory", "templates", "views", "warps"];

#[test]
fn constructs_and_idioms_of_real_code_are_modelled() {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(["check", "--format", "json"])
        .args(FOLDERS.map(|folder| kernels.join(folder)))
        .output()
        .expect("gpuhoare runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("`check` writes a document");
    let found: Vec<&Value> = report["files"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|file| file["kernels"].as_array().into_iter().flatten())
        .collect();
    let unmodelled: Vec<&str> = found
        .iter()
        .filter(|kernel| kernel["verdict"] != "modelled")
        .filter_map(|kernel| kernel["name"].as_str())
        .collect();
    println!("{} kernels, {} not modelled: {}", found.len(), unmodelled.len(), unmodelled.join(", "));
    assert!(found.len() >= 150, "only {} kernels", found.len());
    assert!(unmodelled.len() * 20 <= found.len(), "{} of {}: {unmodelled:?}", unmodelled.len(), found.len());
}
