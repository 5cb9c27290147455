//! The texts that are mangled.

use std::path::Path;

use gpuhoare::base::{Config, Files};
use gpuhoare::pipeline;
use gpuhoare::pipeline::generate::execute;
use gpuhoare::{kernel, tasks};

/// The files of these folders with that extension.
pub fn corpus(folders: &[&str], extension: &str) -> Vec<String> {
    let mut found = Vec::new();
    for folder in folders {
        under(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), extension, &mut found);
    }
    found.sort();
    assert!(found.len() > 2, "{folders:?}");
    found
}

fn under(folder: &Path, extension: &str, found: &mut Vec<String>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            under(&path, extension, found);
        } else if path.extension().is_some_and(|other| other == extension) {
            found.push(std::fs::read_to_string(&path).expect("a file of ours can be read"));
        }
    }
}

/// The text forms of the examples' kernels and of their tasks.
pub fn intermediate() -> (Vec<String>, Vec<String>) {
    let (mut kernels, mut sets) = (Vec::new(), Vec::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for name in [
        "basics/vectorAdd.cu", "basics/saxpy.cu", "matrices/matVec.cu", "basics/reverseBlocks.cu",
        "basics/matrixAdd.cu",
    ] {
        let config = Config::default();
        for kernel in
            pipeline::lower(&mut Files::new(), &folder.join(name), &pipeline::front::Given::default(), &config).kernels
        {
            kernels.push(kernel::text::kernel(&kernel));
            sets.push(tasks::text::task_set(&execute(&kernel, &config).with_races().own()));
        }
    }
    (kernels, sets)
}
