//! Proves the examples with exact floats (`--float exact`): all hold bit for bit, but for those whose result is another
//! number when it is rounded.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Examples that are right, or proved, as real numbers only.
const REAL_ONLY: &[(&str, &str)] = &[
    ("blockSum", "a tree adds in another order than the sum of the contract"),
    ("convolutionRows", "the sum over the taps is written out for real numbers only"),
    ("dotProduct", "a tree adds in another order than the sum of the contract"),
    ("hillisSteele", "a scan adds in another order than the sum of the contract"),
];

#[test]
fn the_examples_hold_bit_for_bit() {
    let mut examples: Vec<PathBuf> = std::fs::read_dir(root().join("examples"))
        .expect("the folder is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "cu"))
        .collect();
    examples.sort();
    assert!(examples.len() > REAL_ONLY.len());
    let mut wrong = Vec::new();
    for path in examples {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let real_only = REAL_ONLY.iter().any(|(other, _)| *other == name);
        let code = prove(&path);
        if code != Some(i32::from(real_only)) {
            wrong.push(format!("{name}: exit code {code:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn prove(path: &Path) -> Option<i32> {
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(["prove", "--float", "exact"])
        .arg(path)
        .output()
        .expect("gpuhoare starts");
    output.status.code()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
