//! `gpuhoare races` on the kernels about races and barriers, whose headers say what is true of them (`tests/verdicts.rs`):
//! every mark of a race or a divergent barrier is found and shown by a run, and nothing else is reported.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Files with a race that no small launch shows, with the reason.
const NOT_CONFIRMED: &[(&str, &str)] = &[("lanes_wrong.cu", "only blocks of more than 32 threads race")];

#[test]
fn marked_races_and_barriers_are_found_and_no_others() {
    let mut told = Vec::new();
    for path in ["races", "barriers", "cpp"].iter().flat_map(|folder| files(folder)) {
        let text = std::fs::read_to_string(&path).unwrap();
        let options: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("//% options: "))
            .flat_map(str::split_whitespace)
            .collect();
        // What `races` looks for cannot be assumed, and how numbers are modelled matters to `prove` alone.
        if ["--assume", "--float", "--ints"].iter().any(|option| options.contains(option)) {
            continue;
        }
        told.extend(problem(&path, &text, &options).map(|problem| format!("{}: {problem}", path.display())));
    }
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}

fn problem(path: &Path, text: &str, options: &[&str]) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .arg("races")
        .arg(path)
        .args(["--format", "json"])
        .args(options)
        .output()
        .expect("gpuhoare starts");
    let document: Value = match serde_json::from_slice(&output.stdout) {
        Ok(document) => document,
        Err(error) => return Some(format!("{error}: {}", String::from_utf8_lossy(&output.stderr))),
    };
    let kernels = list(&document["files"][0]["kernels"]);
    let marked = marked(text);
    let name = path.file_name()?.to_string_lossy();
    let verdict = match (marked.is_empty(), NOT_CONFIRMED.iter().any(|(known, _)| *known == name)) {
        (true, _) => "race-free",
        (false, true) => "unknown",
        (false, false) => "racy",
    };
    // What is true is not proved today: the line names the answer of today, and is taken out when it changes.
    let known = text.lines().find_map(|line| line.strip_prefix("//% known races: "));
    let verdict = known.and_then(|known| known.split_whitespace().next()).unwrap_or(verdict);
    let verdicts: Vec<&str> = kernels.iter().filter_map(|kernel| kernel["verdict"].as_str()).collect();
    if !verdicts.contains(&verdict) || !verdicts.iter().all(|found| *found == verdict || *found == "race-free") {
        return Some(format!("{verdicts:?}, should be {verdict}"));
    }
    let code = if marked.is_empty() && known.is_none() { 0 } else { 1 };
    if output.status.code() != Some(code) {
        return Some(format!("exit code {:?}, should be {code}", output.status.code()));
    }
    let mut lines = BTreeSet::new();
    for kernel in kernels {
        for race in list(&kernel["races"]) {
            lines.extend([&race["first"], &race["second"]].map(|side| side["span"]["line"].as_u64()));
        }
        lines.extend(list(&kernel["barriers"]).iter().map(|barrier| barrier["span"]["line"].as_u64()));
    }
    let missed: Vec<u64> = marked.into_iter().filter(|line| !lines.contains(&Some(*line))).collect();
    (!missed.is_empty()).then(|| format!("nothing is reported in the lines {missed:?}"))
}

/// The lines that `//~ error` and `//~^ error` mark as racing or diverging.
fn marked(text: &str) -> BTreeSet<u64> {
    let numbered = text.lines().zip(1_u64..);
    let of_line = |(line, number): (&str, u64)| {
        let (_, mark) = line.split_once("//~")?;
        let (mark, above) = mark.strip_prefix('^').map_or((mark, 0), |mark| (mark, 1));
        let kind = mark.trim().strip_prefix("error:")?.trim();
        (kind.starts_with("race") || kind.starts_with("barrier")).then_some(number - above)
    };
    numbered.filter_map(of_line).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels").join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    files.sort();
    files
}
