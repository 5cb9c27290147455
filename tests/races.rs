//! `gpuhoare races` on the kernels about races and barriers: every mark of a race or a divergent barrier is found and shown by a
//! run, and nothing else is reported.
//!
//! The kernels under `races`, `barriers` and `cpp` say in their headers what `prove` says of them (`tests/verdicts.rs`). Those
//! under `patterns` are programs as people write them; their headers say:
//!
//! * `//% races: race-free`, `racy` (some pair of accesses races) or `divergent` (a barrier diverges, and nothing races);
//! * `//% options: --block 32`;
//! * `//% alarm: REASON`: it is race-free, and an alarm is raised today. There are few of these.
//! * `//% suggested: CLAUSE`: the report suggests it as a precondition, and with it the kernel is race-free.
//!
//! `//~ error: race` and `//~ error: barrier` mark guilty lines. A race has two places: one of each pair that is
//! reported must be marked, and each mark must be one of a pair.
//!
//! Of the kernels in every folder: those that are right raise an alarm in few cases, each with its reason (`//% alarm:` or
//! `//% known:`); a race that is called a true one (RACE-27) is seen again in the launch that is shown, with other
//! contents of arrays and in other orders of threads.

#[path = "common/files.rs"]
mod files;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{LazyLock, OnceLock};

use libtest_mimic::{Arguments, Trial};
use rayon::prelude::*;
use serde_json::Value;

use files::{files_under, name_of, outcome};

/// Race-free kernels of all folders that may raise an alarm, beside those below.
const MOST_ALARMS: usize = 5;

/// Race-free by ways to synchronise of which proofs of races know nothing: these stay `unknown`.
const NOT_MODELLED: &[&str] = &[
    "atomics/synchronisation/last_block.cu",
    "atomics/synchronisation/last_block_sample.cu",
    "atomics/synchronisation/locks.cu",
    "atomics/synchronisation/message_passing.cu",
    "atomics/synchronisation/seen_last.cu",
    "atomics/synchronisation/spin_lock.cu",
    "atomics/synchronisation/volatile_by_name.cu",
    "warps/branches/arms_apart.cu",
    "warps/branches/arms_in_loops.cu",
    "warps/branches/skipped_to_the_end.cu",
];

/// What no run shows: a barrier behind one that diverges, and a race that takes a graph of a certain form.
const NOT_CONFIRMED: &[&str] = &["barrier_ragged_tail_wrong.cu", "bfs_frontier_wrong.cu", "divergent_else_wrong.cu"];

/// True races that must be seen again, so that the test means something.
const LEAST_TRUE_RACES: usize = 150;

/// Patterns that name the precondition which is suggested for them.
const LEAST_SUGGESTED: usize = 5;

fn main() -> ExitCode {
    let of_files = FILES.iter().map(|file| Trial::test(name_of(&file.path), || outcome(&file.finding().problems)));
    let of_all: [(&str, fn()); 4] = [
        ("there_are_many_patterns_and_few_alarms", there_are_many_patterns_and_few_alarms),
        ("few_race_free_kernels_raise_an_alarm", few_race_free_kernels_raise_an_alarm),
        ("many_true_races_are_seen_again", many_true_races_are_seen_again),
        ("what_a_tiny_launch_shows_is_not_tried", what_a_tiny_launch_shows_is_not_tried_with_all_patience),
    ];
    let of_all = of_all.map(|(name, check)| {
        Trial::test(name, move || {
            check();
            Ok(())
        })
    });
    // Those behind the files' own tests look at what was found in them.
    libtest_mimic::run(&Arguments::from_args(), of_files.chain(of_all).collect()).exit_code()
}

static FILES: LazyLock<Vec<KernelFile>> = LazyLock::new(|| {
    let files = files_under("tests/kernels", "cu").into_iter();
    files.map(|path| KernelFile { path, finding: OnceLock::new() }).collect()
});

struct KernelFile {
    path: PathBuf,
    finding: OnceLock<Finding>,
}

/// What `races` says of a file, compared with what the file says.
#[derive(Default)]
struct Finding {
    problems: Vec<String>,
    /// It is race-free, and an alarm is raised.
    alarm: bool,
    /// True races that were seen again with other contents of arrays.
    true_races: usize,
}

impl KernelFile {
    /// Under `tests/kernels`.
    fn is_in(&self, folder: &str) -> bool {
        self.path.starts_with(kernels().join(folder))
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.path).expect("a kernel file is text")
    }

    fn finding(&self) -> &Finding {
        self.finding.get_or_init(|| self.find())
    }

    fn find(&self) -> Finding {
        let (path, text) = (&self.path, self.text());
        let Some((document, code)) = races(path, &text) else { return Finding::default() };
        let mut problems = Vec::new();
        if ["races", "barriers", "cpp", "patterns"].iter().any(|folder| self.is_in(folder)) {
            problems.extend(problem(path, &text, &document, code));
        }
        let alarm = is_race_free(&text) && raises_alarm(&document);
        if alarm && ["alarm", "known"].iter().all(|name| header(&text, name).is_none()) {
            problems.push("an alarm without a reason".to_owned());
        }
        if !alarm && self.is_not_modelled() {
            problems.push("no alarm any more: take it out of `NOT_MODELLED`".to_owned());
        }
        if let Some(clause) = header(&text, "suggested") {
            problems.extend(suggestion_problem(&text, clause, &document));
        }
        let true_races = true_races(&document).unwrap_or_else(|problem| {
            problems.push(problem);
            0
        });
        Finding { problems, alarm, true_races }
    }

    fn is_not_modelled(&self) -> bool {
        NOT_MODELLED.iter().any(|known| self.path.ends_with(known))
    }
}

fn few_race_free_kernels_raise_an_alarm() {
    let others = FILES.par_iter().filter(|file| !file.is_not_modelled() && file.finding().alarm);
    let others: Vec<&PathBuf> = others.map(|file| &file.path).collect();
    assert!(others.len() <= MOST_ALARMS, "{others:?}");
    let not_modelled = FILES.iter().filter(|file| file.is_not_modelled()).count();
    assert_eq!(not_modelled, NOT_MODELLED.len(), "files of `NOT_MODELLED` are there");
}

fn many_true_races_are_seen_again() {
    let replayed: usize = FILES.par_iter().map(|file| file.finding().true_races).sum();
    assert!(replayed >= LEAST_TRUE_RACES, "only {replayed} true races were seen again");
}

fn there_are_many_patterns_and_few_alarms() {
    let texts: Vec<String> = FILES.iter().filter(|file| file.is_in("patterns")).map(KernelFile::text).collect();
    let with = |line: &str| texts.iter().filter(|text| text.contains(line)).count();
    assert!(with("//% races: ") == texts.len() && texts.len() >= 120, "{}", texts.len());
    assert!(with("//% races: race-free") >= 50 && with("//% races: racy") >= 50);
    assert!(with("//% alarm: ") <= MOST_ALARMS);
    assert!(with("//% suggested: ") >= LEAST_SUGGESTED);
}

/// What `races` says, in the modes of the file's header, and its exit code.
fn races(path: &Path, text: &str) -> Option<(Value, Option<i32>)> {
    let options: Vec<&str> = header(text, "options").unwrap_or_default().split_whitespace().collect();
    // What `races` looks for cannot be assumed, and how numbers are modelled matters to `prove` alone.
    if ["--assume", "--float", "--ints"].iter().any(|option| options.contains(option)) {
        return None;
    }
    let folder = path.parent().expect("a kernel file lies in a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .arg("races")
        .arg(path)
        .current_dir(folder)
        .args(["--format", "json"])
        .args(&options)
        .output()
        .expect("gpuhoare starts");
    let document = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{}: {error}: {}", path.display(), String::from_utf8_lossy(&output.stderr)));
    Some((document, output.status.code()))
}

/// A line of the header.
fn header<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix(&format!("//% {name}: ")))
}

/// The file says that it is right, and marks neither a race nor a divergent barrier.
fn is_race_free(text: &str) -> bool {
    let is_right =
        header(text, "races") == Some("race-free") || matches!(header(text, "verdict"), Some("verified" | "safe"));
    is_right && marked(text).is_empty()
}

fn raises_alarm(document: &Value) -> bool {
    let mut kernels = list(&document["files"]).iter().flat_map(|file| list(&file["kernels"]));
    kernels.any(|kernel| !list(&kernel["races"]).is_empty() || !list(&kernel["barriers"]).is_empty())
}

/// How many races are true ones; an error if one of them depends on what arrays hold.
fn true_races(document: &Value) -> Result<usize, String> {
    let mut seen = 0;
    let kernels = list(&document["files"]).iter().flat_map(|file| list(&file["kernels"]));
    for race in kernels.flat_map(|kernel| list(&kernel["races"])) {
        match race["proof"].as_str() {
            Some("possible") => continue,
            Some("true-race") if race["confirmed"] == true && list(&race["approximated"]).is_empty() => {}
            _ => return Err(format!("a race of no known kind, or a true one that no run shows: {race}")),
        }
        let command = race["command"].as_str().expect("a confirmed race has a command");
        let words = command.strip_prefix("gpuhoare ").expect("it is a command of the tool");
        let other = with_other_contents(words);
        let runs = [words.to_owned(), format!("{other} --seed 71"), format!("{other} --seed 72 --schedule reverse")];
        for (at, words) in runs.iter().enumerate() {
            match shows(words, race) {
                Seen::Race => seen += usize::from(at == 1),
                // Where other contents do not meet the contract, or something else goes wrong first, nothing is said.
                Seen::Nothing if at > 0 => {}
                _ => return Err(format!("a true race is not seen by `gpuhoare {words}`: {race}")),
            }
        }
    }
    Ok(seen)
}

/// The options without the seed and with other contents of the same length in arrays.
fn with_other_contents(words: &str) -> String {
    let mut result: Vec<String> = Vec::new();
    let mut words = words.split(' ');
    while let Some(word) = words.next() {
        let plain = word.trim_matches('\'');
        match plain.split_once("=[") {
            _ if word == "--seed" || word == "--schedule" => drop(words.next()),
            _ if plain.contains("=zeros(") => result.push(word.replace("=zeros(", "=random(")),
            Some((name, cells)) => {
                let count = match cells.trim_end_matches(']').split_once(';') {
                    Some((_, length)) => length.parse().expect("a length"),
                    None if cells == "]" => 0,
                    None => cells.split(',').count(),
                };
                result.push(format!("'{name}=random({count})'"));
            }
            None => result.push(word.to_owned()),
        }
    }
    result.join(" ")
}

/// What a run shows of a race.
#[derive(PartialEq, Eq)]
enum Seen {
    Race,
    /// It came to its end without.
    NoRace,
    /// It ended before.
    Nothing,
}

fn shows(words: &str, race: &Value) -> Seen {
    let command = format!("\"$0\" {words} --format json");
    let output = Command::new("sh").args(["-c", &command, env!("CARGO_BIN_EXE_gpuhoare")]).output();
    let output = output.expect("gpuhoare starts").stdout;
    let Ok(run) = serde_json::from_slice::<Value>(&output) else { return Seen::NoRace };
    let places = |one: &Value, other: &Value| {
        let mut places = [one.to_string(), other.to_string()];
        places.sort();
        places
    };
    let wanted = places(&race["first"]["span"], &race["second"]["span"]);
    let violations = list(&run["violations"]);
    let races = violations.iter().filter(|found| found["kind"] == "race");
    if races.map(|found| places(&found["span"], &found["race"]["span"])).any(|found| found == wanted) {
        return Seen::Race;
    }
    let ended = violations.iter().any(|found| found["kind"] != "race");
    let cut_short = run["meets_requires"] != true || ended || run["outcome"] == "undecided";
    if cut_short { Seen::Nothing } else { Seen::NoRace }
}

/// What is suggested against races must be what the header says, and keep the promise.
fn suggestion_problem(text: &str, clause: &str, document: &Value) -> Option<String> {
    let kernel = &document["files"][0]["kernels"][0];
    if let Some(race) =
        list(&kernel["races"]).iter().find(|race| race["suggested_requires"] != serde_json::json!([clause]))
    {
        return Some(format!("another suggestion: {race}"));
    }
    let with = tempfile::Builder::new().suffix(".cu").tempfile().expect("temporary files can be made");
    let narrowed = text.replace("__global__", &format!("//@ requires {clause};\n__global__"));
    std::fs::write(with.path(), narrowed).expect("it can be written");
    let (document, code) = races(with.path(), text).expect("its options are those of every mode");
    let verdict = &document["files"][0]["kernels"][0]["verdict"];
    (verdict != "race-free" || code != Some(0)).then(|| format!("with `{clause}` it is {verdict}, exit code {code:?}"))
}

/// A model of a query in a tiny launch ends the search for a proof: what no solver decides for all launches is then not tried.
fn what_a_tiny_launch_shows_is_not_tried_with_all_patience() {
    let path = kernels().join("patterns/barriers/barrier_ragged_tail_wrong.cu");
    let text = std::fs::read_to_string(&path).unwrap();
    let (document, _) = races(&path, &text).expect("its options are those of every mode");
    let tasks = list(&document["files"][0]["kernels"][0]["tasks"]);
    let open = tasks.iter().find(|task| task["id"] == "process/barrier2").expect("the second barrier has a task");
    assert_eq!(open["verdict"], "unknown", "{open}");
    assert_eq!(open["reason"], "there may be a counterexample", "{open}");
}

/// What differs between the header and marks of a file and what `races` says of it.
fn problem(path: &Path, text: &str, document: &Value, code: Option<i32>) -> Option<String> {
    let header = |name: &str| header(text, name);
    let kernels = list(&document["files"][0]["kernels"]);
    let marked = marked(text);
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
    let right = if verdict == "race-free" { 0 } else { 1 };
    if code != Some(right) {
        return Some(format!("exit code {code:?}, should be {right}"));
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
                if spans.iter().any(|line| unproved(text, *line)) {
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

fn kernels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels")
}
