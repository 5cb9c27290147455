//! Programs that change a value in a way that is easily overlooked (HOST-23, HOST-25), each of which launches `put` with a step of 0: none
//! may be called race-free. They were tried with a C++ compiler.

use std::path::Path;
use std::process::Command;

use rayon::prelude::*;
use serde_json::Value;

const KERNEL: &str = "__global__ void put(int *a, int step) { a[threadIdx.x * step] = 1; }\nint *a;\n";

/// A name, and the files.
struct Program {
    name: String,
    files: Vec<(String, String)>,
}

fn programs() -> Vec<Program> {
    let text = include_str!("host_contexts/overlooked.txt");
    let mut all: Vec<Program> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("=== ") {
            all.push(Program { name: name.to_owned(), files: Vec::new() });
        } else if let Some(name) = line.strip_prefix("--- ") {
            all.last_mut().expect("a program").files.push((name.to_owned(), String::new()));
        } else {
            let text = &mut all.last_mut().and_then(|program| program.files.last_mut()).expect("a file").1;
            *text += &line.replace("@K", KERNEL).replace("@P(", "put<<<1, 64>>>(a, ");
            text.push('\n');
        }
    }
    all
}

/// Whether `races` calls the kernel race-free.
fn is_called_race_free(program: &Program) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in &program.files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let path = match &program.files[..] {
        [(name, _)] => folder.path().join(name),
        _ => folder.path().to_owned(),
    };
    let report = report(&path);
    let kernels = report["files"].as_array().into_iter().flatten().flat_map(|file| file["kernels"].as_array());
    let own = |kernel: &&Value| kernel["name"].as_str().is_some_and(|name| name.starts_with("put"));
    kernels.flatten().filter(own).any(|kernel| kernel["verdict"] == "race-free")
}

fn report(path: &Path) -> Value {
    let out = Command::new(env!("CARGO_BIN_EXE_gpuhoare")).args(["races", "--format", "json"]).arg(path).output();
    serde_json::from_slice(&out.expect("gpuhoare runs").stdout).expect("a report")
}

#[test]
fn what_changes_a_value_is_not_overlooked() {
    let programs = programs();
    assert!(programs.len() > 300, "programs are missing");
    let wrong: Vec<&str> =
        programs.par_iter().filter(|program| is_called_race_free(program)).map(|program| &*program.name).collect();
    assert!(wrong.is_empty(), "called race-free: {wrong:?}");
}
