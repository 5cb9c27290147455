//! Runs the kernels of `tests/runs/` in the concrete machine and compares what happens with what they say.
//!
//! A line `//% run: OPTIONS -> OUTCOME` runs the file's kernel with these options. The outcome is `ok`, `undecided`,
//! `requires-not-met`, or the violations in order, each `kind@line`. Behind `;` may stand what arrays hold at the
//! end (`c = [1,2]`) and remarks (`remark@line`).

#[path = "common/files.rs"]
mod files;

use std::path::Path;
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

use files::{files_under, name_of, outcome};

fn main() -> ExitCode {
    let files = files_under("tests/runs", "cu");
    let total = Trial::test("files_have_several_runs", {
        let files = files.clone();
        move || {
            let runs: usize = files.iter().map(|path| runs(&text_of(path)).count()).sum();
            assert!(runs > files.len(), "{runs} runs");
            Ok(())
        }
    });
    let tests = files
        .into_iter()
        .map(|path| Trial::test(name_of(&path), move || outcome(&problems_of(&path))))
        .chain([total])
        .collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// The runs of a file that end otherwise than it says.
fn problems_of(path: &Path) -> Vec<String> {
    let text = text_of(path);
    let problems = runs(&text).filter_map(|line| {
        let Some((options, expected)) = line.split_once(" -> ") else { return Some(format!("no outcome: {line}")) };
        let found = run(path, options);
        let as_said = found.as_ref().is_ok_and(|found| agrees(found, expected));
        (!as_said).then(|| format!("{options}\n  is:        {found:?}\n  should be: {expected}"))
    });
    problems.collect()
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a kernel file is text")
}

fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("//% run: "))
}

/// Arrays and remarks are compared where the file speaks of them.
fn agrees(found: &str, expected: &str) -> bool {
    let found: Vec<&str> = found.split("; ").collect();
    expected.split("; ").enumerate().all(|(at, part)| if at == 0 { found[0] == part } else { found.contains(&part) })
}

fn run(path: &Path, options: &str) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .arg("run")
        .arg(path)
        .args(["--format", "json"])
        .args(options.split_whitespace())
        .output()
        .map_err(|error| error.to_string())?;
    let document: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    let list = |field: &str| document[field].as_array().cloned().unwrap_or_default();
    let place = |entry: &Value| entry["span"]["line"].to_string();
    let outcome = document["outcome"].as_str().ok_or(format!("did not run: {}", document["diagnostics"]))?;
    let mut parts = vec![match outcome {
        "violated" => {
            let all = list("violations");
            all.iter()
                .map(|found| format!("{}@{}", found["kind"].as_str().unwrap_or("?"), place(found)))
                .collect::<Vec<_>>()
                .join(" ")
        }
        "ok" if document["meets_requires"].is_null() => "ok, if the preconditions hold".to_owned(),
        other => other.to_owned(),
    }];
    let expected_code = match outcome {
        "ok" => 0,
        "requires-not-met" => 2,
        _ => 1,
    };
    if output.status.code() != Some(expected_code) {
        return Err(format!("{outcome}, but exit code {:?}", output.status.code()));
    }
    parts.extend(list("remarks").iter().map(|found| format!("remark@{}", place(found))));
    for (name, cells) in document["arrays"].as_object().into_iter().flatten() {
        parts.push(format!("{name} = {}", serde_json::to_string(cells).map_err(|error| error.to_string())?));
    }
    Ok(parts.join("; "))
}
