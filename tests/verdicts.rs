//! Proves every kernel file of the examples and tests, and every logic file of the tests, and compares the outcome with the file's header.
//!
//! A new test is a new file. Its header says, in lines of their own:
//!
//! * `//% verdict: verified`, `safe` (proved, and without an `ensures`), `not-verified` (refuted or unknown) or `unsupported`: what is true of its kernels;
//!   `//% verdict of NAME: ...` for a kernel, or one of its instances, that differs from the others.
//! * `//% options: --template N=4`: further options; paths in them are relative to the file.
//! * `//% known: unknown -- REASON`: the answer is a different one today. The test fails as soon as the right
//!   answer comes, so that the line is taken out; `//% known of NAME: ...` for one kernel.
//! * `//% known races: unknown -- REASON`: the same for what `gpuhoare races` says (`tests/races.rs`).
//!
//! `//~ error` on a line, or `//~^ error` below it, marks the places where a task must fail, with its kind after
//! a colon where that matters; at any other place every task must be proved, but for those marked
//! `//~ unproved: REASON`, which hold but are not proved today, and those of a refuted kernel that are not tried (MACHINE-24).
//!
//! Every file is a test of its own: `cargo test --release --test verdicts loops/` tries those with that text in their paths.

#[path = "common/files.rs"]
mod files;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::sync::Once;

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

use files::{files_under, name_of, outcome};

/// Kernel files in one folder: more of them are split by what they are about.
const MOST_IN_A_FOLDER: usize = 40;

fn main() -> ExitCode {
    let kernels = files_under("tests/kernels", "cu");
    let folders = Trial::test("folders_hold_few_kernels", {
        let kernels = kernels.clone();
        move || {
            folders_hold_few(&kernels);
            Ok(())
        }
    });
    // What these say of themselves is about races alone (`tests/races.rs`).
    let patterns = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/patterns");
    let kernels = kernels.into_iter().filter(|path| !path.starts_with(&patterns));
    let files = files_under("examples", "cu").into_iter().chain(kernels).chain(files_under("tests/logic", "spec"));
    let tests =
        files.map(|path| Trial::test(name_of(&path), move || outcome(&problems_of(&path)))).chain([folders]).collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

fn folders_hold_few(kernels: &[PathBuf]) {
    let mut counts = BTreeMap::<&Path, usize>::new();
    for path in kernels {
        *counts.entry(path.parent().expect("a kernel file lies in a folder")).or_default() += 1;
    }
    counts.retain(|_, count| *count > MOST_IN_A_FOLDER);
    assert!(counts.is_empty(), "more than {MOST_IN_A_FOLDER} kernel files: {counts:?}");
}

// ── one file ────────────────────────────────────────────────────────────────────────────────────

/// What differs between the header of a file and what `prove` says of it.
fn problems_of(path: &Path) -> Vec<String> {
    // The first run may have to install solvers: it goes alone.
    static FIRST: Once = Once::new();
    FIRST.call_once(|| drop(prove(&files_under("examples", "cu")[0], &[])));
    let header = match Header::of(&std::fs::read_to_string(path).expect("a kernel file is text")) {
        Ok(header) => header,
        Err(problem) => return vec![problem],
    };
    let output = match prove(path, &header.options) {
        Ok(output) => output,
        Err(error) => return vec![format!("gpuhoare does not start: {error}")],
    };
    let document: Value = match serde_json::from_slice(&output.stdout) {
        Ok(document) => document,
        Err(error) => {
            return vec![format!(
                "no JSON document ({error}), {}: {}",
                output.status,
                String::from_utf8_lossy(&output.stderr).trim()
            )];
        }
    };
    compare(&header, &document, output.status.code(), path.parent().expect("a kernel file lies in a folder"))
}

fn prove(path: &Path, options: &[String]) -> std::io::Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .arg("prove")
        .arg(path.file_name().expect("a kernel file has a name"))
        .args(["--format", "json"])
        .args(options)
        .current_dir(path.parent().expect("a kernel file lies in a folder"))
        .output()
}

fn compare(header: &Header, document: &Value, exit_code: Option<i32>, folder: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let errors: Vec<String> = list(document, "diagnostics")
        .iter()
        .chain(list(document, "files").iter().flat_map(|file| list(file, "diagnostics")))
        .filter(|diagnostic| diagnostic["severity"] == "error")
        .map(|diagnostic| {
            format!("{} {} (line {})", diagnostic["code"], diagnostic["message"], diagnostic["span"]["line"])
        })
        .collect();
    let kernels: Vec<&Value> = list(document, "files").iter().flat_map(|file| list(file, "kernels")).collect();
    if kernels.is_empty() {
        problems.push(format!("no kernels in the document, exit code {exit_code:?} {}", errors.join("; ")));
        return problems;
    }

    let mut lines_count = true;
    for kernel in &kernels {
        let name = text(kernel, "name");
        let verdict = text(kernel, "verdict");
        let right = header.verdict_of(name);
        match header.known_of(name) {
            Some(known) if known.matches(verdict) => lines_count = false,
            Some(_) if right.matches(verdict) => {
                problems.push(format!("`{name}` is {verdict} now: take the `//% known` line out"));
            }
            Some(known) => problems.push(format!("`{name}` is {verdict}, known was {known:?}")),
            None if right.matches(verdict) => {}
            None => problems.push(format!("`{name}` is {verdict}, should be {right:?} {}", why(kernel, &errors))),
        }
    }
    let all_proved = kernels.iter().all(|kernel| ["verified", "safe"].contains(&text(kernel, "verdict")));
    let expected_code = if all_proved { 0 } else { 1 };
    if exit_code != Some(expected_code) {
        problems.push(format!("exit code {exit_code:?}, should be {expected_code} {}", errors.join("; ")));
    }

    if lines_count {
        problems.extend(compare_lines(header, &kernels));
    }
    for task in kernels.iter().flat_map(|kernel| list(kernel, "tasks")) {
        problems.extend(replay(task, folder));
    }
    problems
}

/// The command that a counterexample gives must show the same violation.
fn replay(task: &Value, folder: &Path) -> Option<String> {
    let counterexample = task.get("counterexample")?;
    let (id, line) = (text(task, "id"), text(counterexample, "command"));
    let Some(words) = line.strip_prefix("gpuhoare ") else { return Some(format!("{id}: no command: {line}")) };
    let output = Command::new("sh")
        .args(["-c", &format!("\"$0\" {words} --format json"), env!("CARGO_BIN_EXE_gpuhoare")])
        .current_dir(folder)
        .output();
    let document: Value = match output.map(|output| serde_json::from_slice(&output.stdout)) {
        Ok(Ok(document)) => document,
        other => return Some(format!("{id}: `{line}` gives no document: {other:?}")),
    };
    let same = |found: &Value| {
        let places = [&found["span"], &found["race"]["span"]];
        found["kind"] == task["kind"] && places.contains(&&task["span"])
    };
    let shown = document["meets_requires"] == true && list(&document, "violations").iter().any(same);
    (!shown).then(|| format!("{id}: `{line}` does not show it: {document}"))
}

/// Every mark has a task that fails, every task that fails has a mark.
fn compare_lines(header: &Header, kernels: &[&Value]) -> Vec<String> {
    let mut problems = Vec::new();
    let of_kernel = |kernel: &&&Value| text(kernel, "verdict") != "unsupported";
    let tasks = kernels.iter().filter(of_kernel).flat_map(|kernel| {
        let refuted = text(kernel, "verdict") == "refuted";
        list(kernel, "tasks").iter().map(move |task| (task, refuted && text(task, "verdict") == "skipped"))
    });
    let failing: Vec<(usize, &Value, bool)> = tasks
        .filter(|(task, _)| text(task, "verdict") != "proved" && !matches!(text(task, "kind"), "vacuity" | "call-site"))
        // No mark can stand in the text of a header.
        .filter(|(task, _)| !text(&task["span"], "file").starts_with('<'))
        .map(|(task, left)| (task["line"].as_u64().unwrap_or(0) as usize, task, left))
        .collect();
    for mark in &header.marks {
        let met = failing.iter().any(|(line, task, _)| {
            *line == mark.line && mark.kind.as_deref().is_none_or(|kind| text(task, "kind") == kind)
        });
        if !met && mark.holds {
            problems.push(format!("line {}: proved now: take the `//~ unproved` mark out", mark.line));
        } else if !met {
            let kind = mark.kind.as_deref().unwrap_or("any");
            problems.push(format!("line {}: no task ({kind}) fails here", mark.line));
        }
    }
    for (line, task, _) in failing.iter().filter(|(.., left)| !left) {
        if !header.marks.iter().any(|mark| mark.line == *line) {
            problems.push(format!("line {line}: {} is not proved", text(task, "id")));
        }
    }
    problems
}

fn why(kernel: &Value, errors: &[String]) -> String {
    let constructs = list(kernel, "unsupported")
        .iter()
        .map(|found| format!("unsupported: {} (line {})", found["construct"], found["span"]["line"]));
    constructs.chain(errors.iter().cloned()).collect::<Vec<_>>().join("; ")
}

// ── headers ─────────────────────────────────────────────────────────────────────────────────────

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Verified,
    Safe,
    NotVerified,
    Unknown,
    Refuted,
    Unsupported,
}

impl Expected {
    fn of(word: &str) -> Result<Expected, String> {
        match word {
            "verified" => Ok(Expected::Verified),
            "safe" => Ok(Expected::Safe),
            "not-verified" => Ok(Expected::NotVerified),
            "unknown" => Ok(Expected::Unknown),
            "refuted" => Ok(Expected::Refuted),
            "unsupported" => Ok(Expected::Unsupported),
            _ => Err(format!("`{word}` is no verdict")),
        }
    }

    fn matches(self, verdict: &str) -> bool {
        match self {
            Expected::Verified => verdict == "verified",
            Expected::Safe => verdict == "safe",
            Expected::NotVerified => verdict == "refuted" || verdict == "unknown",
            Expected::Unknown => verdict == "unknown",
            Expected::Refuted => verdict == "refuted",
            Expected::Unsupported => verdict == "unsupported",
        }
    }
}

/// A line at which a task must fail.
struct Mark {
    line: usize,
    kind: Option<String>,
    /// What is said there holds, it is only not proved.
    holds: bool,
}

struct Header {
    verdict: Expected,
    verdicts: BTreeMap<String, Expected>,
    known: Option<Expected>,
    knowns: BTreeMap<String, Expected>,
    options: Vec<String>,
    marks: Vec<Mark>,
}

impl Header {
    fn of(text: &str) -> Result<Header, String> {
        let mut verdict = None;
        let mut header = Header {
            verdict: Expected::Verified,
            verdicts: BTreeMap::new(),
            known: None,
            knowns: BTreeMap::new(),
            options: Vec::new(),
            marks: Vec::new(),
        };
        for (number, line) in text.lines().enumerate().map(|(at, line)| (at + 1, line)) {
            if let Some(field) = line.strip_prefix("//% ") {
                let (key, value) = field.split_once(": ").ok_or(format!("line {number}: not `//% key: value`"))?;
                match key.split_once(" of ") {
                    None if key == "verdict" => verdict = Some(Expected::of(value)?),
                    None if key == "known" => header.known = Some(known(value)?),
                    // For `tests/races.rs`.
                    None if key == "known races" => {}
                    None if key == "options" => header.options = value.split_whitespace().map(str::to_owned).collect(),
                    Some(("verdict", name)) => {
                        header.verdicts.insert(name.to_owned(), Expected::of(value)?);
                    }
                    Some(("known", name)) => {
                        header.knowns.insert(name.to_owned(), known(value)?);
                    }
                    _ => return Err(format!("line {number}: `{key}` means nothing")),
                }
            }
            if let Some((_, mark)) = line.split_once("//~") {
                header.marks.push(mark_of(mark, number)?);
            }
        }
        header.verdict = verdict.ok_or("no `//% verdict:` line")?;
        Ok(header)
    }

    fn verdict_of(&self, kernel: &str) -> Expected {
        let of_name = self.verdicts.get(kernel).or_else(|| self.verdicts.get(plain(kernel)));
        of_name.copied().unwrap_or(self.verdict)
    }

    fn known_of(&self, kernel: &str) -> Option<Expected> {
        let own = self.knowns.get(plain(kernel)).copied();
        own.or(self.known.filter(|_| !self.verdicts.contains_key(plain(kernel))))
    }
}

/// `scale` of `scale<float>`.
fn plain(kernel: &str) -> &str {
    kernel.split('<').next().unwrap_or(kernel)
}

/// `unknown -- the reason`.
fn known(value: &str) -> Result<Expected, String> {
    match value.split_once(" -- ") {
        Some((verdict, reason)) if !reason.trim().is_empty() => Expected::of(verdict),
        _ => Err("`//% known:` wants `VERDICT -- REASON`".to_owned()),
    }
}

/// `error`, `error: kind` or `unproved: reason`, after any number of `^`.
fn mark_of(mark: &str, number: usize) -> Result<Mark, String> {
    let up = mark.chars().take_while(|letter| *letter == '^').count();
    let line = number.saturating_sub(up);
    let mark = mark[up..].trim();
    match mark.split_once(": ") {
        None if mark == "error" => Ok(Mark { line, kind: None, holds: false }),
        Some(("error", kind)) => Ok(Mark { line, kind: Some(kind.to_owned()), holds: false }),
        Some(("unproved", reason)) if !reason.trim().is_empty() => Ok(Mark { line, kind: None, holds: true }),
        _ => Err(format!("line {number}: `//~ {mark}` means nothing")),
    }
}

// ── helpers ─────────────────────────────────────────────────────────────────────────────────────

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or("")
}
