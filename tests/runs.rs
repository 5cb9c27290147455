//! Runs the kernels of `tests/runs/` in the concrete machine and compares what happens with what they say.
//!
//! A line `//% run: OPTIONS -> OUTCOME` runs the file's kernel with these options. The outcome is `ok`, `undecided`,
//! `requires-not-met`, or the violations in order, each `kind@line`. Behind `;` may stand what arrays hold at the
//! end (`c = [1,2]`) and remarks (`remark@line`).

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

#[test]
fn every_run_ends_as_its_file_says() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/runs");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder is there").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut problems = Vec::new();
    let mut runs = 0;
    for path in &files {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for line in text.lines().filter_map(|line| line.strip_prefix("//% run: ")) {
            runs += 1;
            let Some((options, expected)) = line.split_once(" -> ") else {
                problems.push(format!("{}: no outcome: {line}", path.display()));
                continue;
            };
            let found = run(path, options);
            if found.as_deref() != Ok(expected) && !found.as_ref().is_ok_and(|found| agrees(found, expected)) {
                problems
                    .push(format!("{}: {options}\n  is:        {found:?}\n  should be: {expected}", path.display()));
            }
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    assert!(runs > files.len(), "{runs} runs");
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
