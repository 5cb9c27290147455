//! Every kernel file of the examples and tests is valid CUDA, as clang sees it.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn kernel_files_are_valid_cuda() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["examples", "tests/kernels"] {
        cuda_files(&root.join(folder), &mut files);
    }
    files.sort();
    assert!(!files.is_empty(), "no kernel files found");
    let output = Command::new("bash").arg(root.join("tests/cuda_stub/check.sh")).args(&files).output();
    let Ok(output) = output else {
        println!("note: no bash here; validity of the CUDA files not checked");
        return;
    };
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    match output.status.code() {
        Some(0) => {}
        Some(77) => println!("note: {told}"),
        _ => panic!("{told}"),
    }
}

fn cuda_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            cuda_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "cu") {
            found.push(path);
        }
    }
}
