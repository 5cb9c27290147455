//! `gpuhoare races` on the kernels about races and barriers: every mark of a race or a divergent barrier is found and shown by a
//! run, and nothing else is reported.
//!
//! The kernels under `races`, `barriers` and `cpp` say in their headers what `prove` says of them (`tests/verdicts.rs`). Those
//! under `patterns` are programs as people write them; their headers say:
//!
//! * `//% races: race-free`, `racy` (some pair of accesses races) or `divergent` (a barrier diverges, and nothing races);
//! * `//% options: --block 32`;
//! * `//% alarm: REASON`: it is race-free, and an alarm is raised today. There are few of these.
//!
//! `//~ error: race` and `//~ error: barrier` mark guilty lines. A race has two places: one of each pair that is
//! reported must be marked, and each mark must be one of a pair.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// Race-free kernels of `patterns` that may raise an alarm.
const MOST_ALARMS: usize = 5;

/// What no run shows: a barrier behind one that diverges, and a race that takes a graph of a certain form.
const NOT_CONFIRMED: &[&str] = &["barrier_ragged_tail_wrong.cu", "bfs_frontier_wrong.cu", "divergent_else_wrong.cu"];

#[test]
fn marked_races_and_barriers_are_found_and_no_others() {
    let files: Vec<PathBuf> =
        ["races", "barriers", "cpp", "patterns"].iter().flat_map(|folder| files(folder)).collect();
    let next = AtomicUsize::new(0);
    let told = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from).min(8) {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(problem) = problem(path) {
                        told.lock().expect("nobody panics with it").push(format!("{}: {problem}", path.display()));
                    }
                }
            });
        }
    });
    let mut told = told.into_inner().expect("nobody panics with it");
    told.sort();
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}

#[test]
fn there_are_many_patterns_and_few_alarms() {
    let texts: Vec<String> = files("patterns").iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let with = |line: &str| texts.iter().filter(|text| text.contains(line)).count();
    assert!(with("//% races: ") == texts.len() && texts.len() >= 120, "{}", texts.len());
    assert!(with("//% races: race-free") >= 50 && with("//% races: racy") >= 50);
    assert!(with("//% alarm: ") <= MOST_ALARMS);
}

fn problem(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let header = |name: &str| text.lines().find_map(|line| line.strip_prefix(&format!("//% {name}: ")));
    let options: Vec<&str> = header("options").unwrap_or_default().split_whitespace().collect();
    // What `races` looks for cannot be assumed, and how numbers are modelled matters to `prove` alone.
    if ["--assume", "--float", "--ints"].iter().any(|option| options.contains(option)) {
        return None;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .arg("races")
        .arg(path)
        .args(["--format", "json"])
        .args(&options)
        .output()
        .expect("gpuhoare starts");
    let document: Value = match serde_json::from_slice(&output.stdout) {
        Ok(document) => document,
        Err(error) => return Some(format!("{error}: {}", String::from_utf8_lossy(&output.stderr))),
    };
    let kernels = list(&document["files"][0]["kernels"]);
    let marked = marked(&text);
    let kinds: BTreeSet<&str> = marked.iter().map(|(_, kind)| *kind).collect();
    let stated = match kinds.iter().copied().collect::<Vec<_>>()[..] {
        [] => "race-free",
        ["barrier"] => "divergent",
        _ => "racy",
    };
    if header("races").is_some_and(|said| said != stated) {
        return Some(format!("the marks say that it is {stated}"));
    }
    let verdict = match (stated, header("alarm")) {
        ("race-free", None) => "race-free",
        ("race-free", Some(_)) => "unknown",
        _ => "racy",
    };
    // What is true is not proved today: the line names the answer of today, and is taken out when it changes.
    let known = header("known races").and_then(|known| known.split_whitespace().next());
    let verdict = known.unwrap_or(verdict);
    let verdicts: Vec<&str> = kernels.iter().filter_map(|kernel| kernel["verdict"].as_str()).collect();
    if !verdicts.contains(&verdict) || !verdicts.iter().all(|found| *found == verdict || *found == "race-free") {
        return Some(format!("{verdicts:?}, should be {verdict}"));
    }
    let code = if verdict == "race-free" { 0 } else { 1 };
    if output.status.code() != Some(code) {
        return Some(format!("exit code {:?}, should be {code}", output.status.code()));
    }
    if verdict == "unknown" {
        return None;
    }
    let name = path.file_name()?.to_string_lossy();
    let mut lines = BTreeSet::new();
    for kernel in kernels {
        for (kind, found) in ["race", "barrier"].into_iter().zip([&kernel["races"], &kernel["barriers"]]) {
            for found in list(found) {
                let spans: Vec<&Value> = match kind {
                    "race" => vec![&found["first"]["span"], &found["second"]["span"]],
                    _ => vec![&found["span"]],
                };
                let spans: Vec<u64> = spans.into_iter().filter_map(|span| span["line"].as_u64()).collect();
                // It holds, and is not proved today.
                if spans.iter().any(|line| unproved(&text, *line)) {
                    continue;
                }
                if !spans.iter().any(|line| marked.contains(&(*line, kind))) {
                    return Some(format!("a {kind} at {spans:?}, where no mark is"));
                }
                if found["confirmed"] != true && !NOT_CONFIRMED.contains(&&*name) {
                    return Some(format!("no run shows the {kind} at {spans:?}"));
                }
                lines.extend(spans.into_iter().map(|line| (line, kind)));
            }
        }
    }
    let missed: Vec<(u64, &str)> = marked.difference(&lines).copied().collect();
    (!missed.is_empty()).then(|| format!("nothing is reported in the lines {missed:?}"))
}

/// Whether a `//~ unproved` mark stands in the line.
fn unproved(text: &str, line: u64) -> bool {
    let found = text.lines().zip(1_u64..).find(|(_, number)| *number == line);
    found.is_some_and(|(text, _)| text.contains("//~ unproved"))
}

/// The lines that `//~ error` and `//~^ error` mark as racing or diverging.
fn marked(text: &str) -> BTreeSet<(u64, &'static str)> {
    let numbered = text.lines().zip(1_u64..);
    let of_line = |(line, number): (&str, u64)| {
        let (_, mark) = line.split_once("//~")?;
        let (mark, above) = mark.strip_prefix('^').map_or((mark, 0), |mark| (mark, 1));
        let kind = mark.trim().strip_prefix("error:")?.trim();
        let kind = ["race", "barrier"].into_iter().find(|name| kind.starts_with(name))?;
        Some((number - above, kind))
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
