//! The files that are tests, and one test for each of them.

use std::path::{Path, PathBuf};

use libtest_mimic::Failed;

/// The files under a folder of the repository that have this extension, sorted.
pub fn files_under(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut folders = vec![root().join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a folder can be read to its end").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|other| other == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// What the test of a file is called: the file's path in the repository.
pub fn name_of(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// What is wrong with a file, as the outcome of a test.
pub fn outcome(problems: &[String]) -> Result<(), Failed> {
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
