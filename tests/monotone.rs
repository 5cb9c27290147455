//! More knowledge loses no proof: kernels that are verified stay so where a clause is added, split, joined with the next one or written the
//! other way round, where `requires` says more, and where a loop that needs no invariant gets one.
//!
//! Changes are drawn at random from all verified kernels of the examples and tests; `MONOTONE_CHANGES` and `MONOTONE_SEED` say how many and which.

#[path = "common/files.rs"]
mod files;
#[path = "common/random.rs"]
mod random;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use files::{files_under, name_of, outcome};
use random::Random;

/// Changes that CI draws, and files that are tried for one.
const CHANGES: usize = 48;
const MOST_DRAWS: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Change {
    /// A conjunction becomes two clauses.
    Split,
    /// Two clauses become one.
    Join,
    /// `a == b` becomes `b == a`.
    Exchange,
    /// `requires`, `ensures` or an invariant that says what is known.
    Add,
    /// `requires` that excludes launches.
    Strengthen,
    /// An invariant for a loop.
    Invariant,
}

const ALL: [Change; 6] =
    [Change::Split, Change::Join, Change::Exchange, Change::Add, Change::Strengthen, Change::Invariant];

#[test]
fn more_knowledge_loses_no_proof() {
    let number = |name: &str, default: usize| {
        std::env::var(name).map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    let (changes, seed) = (number("MONOTONE_CHANGES", CHANGES), number("MONOTONE_SEED", 1) as u64);
    let files: Vec<(String, String)> = files_under("examples", "cu")
        .into_iter()
        .chain(files_under("tests/kernels", "cu"))
        .map(|path| (name_of(&path), std::fs::read_to_string(&path).expect("a kernel file is text")))
        .filter(|(_, text)| is_plain(text))
        .collect();
    let folder = tempfile::tempdir().expect("a folder for the changed files");
    let mut tried = BTreeMap::<Change, usize>::new();
    let mut lost = Vec::new();
    for at in 0..changes {
        let (change, mut random) = (ALL[at % ALL.len()], Random::new(seed, at as u64));
        let path = folder.path().join(format!("change{at}.cu"));
        // Until one can be changed so, and is a program then.
        let found = (0..MOST_DRAWS).find_map(|_| {
            let (name, text) = &files[random.below(files.len())];
            let changed = changed(text, change, &mut random)?;
            std::fs::write(&path, &changed).expect("the changed file is written");
            Some((name, changed, open_tasks(&path)?))
        });
        let Some((name, changed, open)) = found else { continue };
        *tried.entry(change).or_default() += 1;
        if !open.is_empty() {
            lost.push(format!("{name}, {change:?} ({at}): {}\n{changed}", open.join(", ")));
        }
    }
    println!("changes: {tried:?}");
    assert!(ALL.iter().all(|change| tried.contains_key(change)), "each kind is drawn: {tried:?}");
    if let Err(failed) = outcome(&lost) {
        panic!("{} of {changes} changes lose a proof:\n{failed:?}", lost.len());
    }
}

/// A file of verified kernels that stands for itself.
fn is_plain(text: &str) -> bool {
    let headers = || text.lines().filter(|line| line.starts_with("//%"));
    headers().any(|line| line == "//% verdict: verified")
        && headers().count() == 1
        && text.contains("//@ requires")
        && !text.contains("//~")
        && !text.contains("#include \"")
}

/// The tasks that are not proved, but for vacuity; nothing where the file is none that gpuhoare takes.
fn open_tasks(path: &Path) -> Option<Vec<String>> {
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(["prove", "--format", "json"])
        .arg(path)
        .output()
        .expect("gpuhoare starts");
    let document: Value = serde_json::from_slice(&output.stdout).ok()?;
    let kernels =
        document["files"].as_array()?.iter().flat_map(|file| file["kernels"].as_array().into_iter().flatten());
    let mut open = Vec::new();
    for kernel in kernels {
        match kernel["verdict"].as_str()? {
            "verified" | "safe" => {}
            "unsupported" => return None,
            _ => {
                let tasks = kernel["tasks"].as_array().into_iter().flatten();
                let left = tasks.filter(|task| task["verdict"] != "proved" && task["kind"] != "vacuity");
                open.extend(left.filter_map(|task| Some(task["id"].as_str()?.to_string())));
            }
        }
    }
    Some(open)
}

// ── changes ─────────────────────────────────────────────────────────────────────────────────────

/// A clause: its first line, the one behind its last, its word, and what it says.
struct Clause {
    lines: std::ops::Range<usize>,
    indent: String,
    word: String,
    says: String,
}

fn changed(text: &str, change: Change, random: &mut Random) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let clauses = clauses(&lines);
    let mut choices: Vec<(std::ops::Range<usize>, Vec<String>)> = Vec::new();
    for (at, clause) in clauses.iter().enumerate() {
        let Clause { lines: place, indent, word, says } = clause;
        let written = |word: &str, says: &str| format!("{indent}//@ {word} {says};");
        match change {
            Change::Split => {
                let parts = conjuncts(says);
                if parts.len() > 1 && word != "ensures" {
                    choices.push((place.clone(), parts.iter().map(|part| written(word, part)).collect()));
                }
            }
            Change::Join => {
                let next = clauses.get(at + 1);
                if let Some(next) = next.filter(|next| next.lines.start == place.end && next.word == *word) {
                    let both = written(word, &format!("({says}) && ({})", next.says));
                    choices.push((place.start..next.lines.end, vec![both]));
                }
            }
            Change::Exchange => {
                let parts = conjuncts(says);
                for (which, part) in parts.iter().enumerate() {
                    let Some((left, right)) = sides(part) else { continue };
                    let mut exchanged = parts.clone();
                    exchanged[which] = format!("{right} == {left}");
                    choices.push((place.clone(), vec![written(word, &exchanged.join(" && "))]));
                }
            }
            Change::Add => {
                let known = random.pick(&["1 <= blockDim.x", "1 <= gridDim.x", "0 <= blockDim.x * gridDim.x"]);
                let at = if random.once_in(2) { place.start } else { place.end };
                choices.push((at..at, vec![written(word, known)]));
            }
            Change::Strengthen if word == "requires" => {
                choices.push((place.start..place.start, vec![written(word, "gridDim.x <= 4096")]));
            }
            Change::Strengthen | Change::Invariant => {}
        }
    }
    if change == Change::Invariant {
        for (at, line) in lines.iter().enumerate() {
            let is_loop = ["for (", "while ("].iter().any(|word| line.trim_start().starts_with(word));
            if is_loop
                && !is_unrolled(line)
                && line.ends_with('{')
                && !lines.get(at + 1).is_some_and(|next| next.contains("//@"))
            {
                let indent: String = line.chars().take_while(|sign| *sign == ' ').collect();
                choices.push((at + 1..at + 1, vec![format!("{indent}    //@ invariant 1 <= blockDim.x;")]));
            }
        }
    }
    if choices.is_empty() {
        return None;
    }
    let (place, new) = choices.swap_remove(random.below(choices.len()));
    let kept = |range: &[&str]| range.iter().map(|line| line.to_string()).collect::<Vec<String>>();
    let all = [kept(&lines[..place.start]), new, kept(&lines[place.end..])].concat();
    Some(all.join("\n") + "\n")
}

/// A loop whose end is a number is unrolled where it has no invariant (LOOP-16): with one it is another proof.
fn is_unrolled(line: &str) -> bool {
    let condition = line.split(';').nth(1).unwrap_or(line);
    let limit = condition.rsplit(['<', '>', '=', ' ']).next().unwrap_or_default();
    !limit.starts_with(|sign: char| sign.is_lowercase())
}

fn clauses(lines: &[&str]) -> Vec<Clause> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let start = at;
        at += 1;
        let Some(first) = lines[start].trim_start().strip_prefix("//@ ") else { continue };
        let Some(word) = ["requires", "ensures", "invariant"].into_iter().find(|word| first.starts_with(word)) else {
            continue;
        };
        let mut says = first[word.len()..].trim().to_string();
        while !says.ends_with(';') {
            let Some(next) = lines.get(at).and_then(|line| line.trim_start().strip_prefix("//@")) else { break };
            says = format!("{says} {}", next.trim());
            at += 1;
        }
        // More than one clause on a line, or a label, is left alone.
        if says.matches(';').count() == 1 && says.ends_with(';') {
            let indent = lines[start].chars().take_while(|sign| *sign == ' ').collect();
            let says = says.trim_end_matches(';').to_string();
            found.push(Clause { lines: start..at, indent, word: word.to_string(), says });
        }
    }
    found
}

/// The parts of a conjunction that nothing binds less than; one where it is none.
fn conjuncts(says: &str) -> Vec<String> {
    let signs = outermost(says);
    if ["->", "||", "?", "\\forall", "\\exists"].iter().any(|sign| signs.contains(sign)) {
        return vec![says.to_string()];
    }
    let mut parts = Vec::new();
    let mut from = 0;
    for at in places(&signs, "&&") {
        parts.push(says[from..at].trim().to_string());
        from = at + 2;
    }
    parts.push(says[from..].trim().to_string());
    parts
}

/// Both sides of an equation of two simple terms.
fn sides(part: &str) -> Option<(&str, &str)> {
    let signs = outermost(part);
    let others = ["<", ">", "!", "&", "|", "^", "?", ":", "\\forall", "\\exists", "->"];
    let [at] = places(&signs, "==")[..] else { return None };
    if others.iter().any(|sign| signs.contains(sign)) {
        return None;
    }
    Some((part[..at].trim(), part[at + 2..].trim()))
}

/// The text with blanks for what stands in brackets.
fn outermost(text: &str) -> String {
    let mut depth = 0_i32;
    let mut out = String::new();
    for sign in text.chars() {
        depth -= i32::from(matches!(sign, ')' | ']'));
        let kept = if depth == 0 { sign } else { ' ' };
        out.extend(std::iter::repeat_n(kept, if kept == ' ' { sign.len_utf8() } else { 1 }));
        depth += i32::from(matches!(sign, '(' | '['));
    }
    out
}

fn places(text: &str, sign: &str) -> Vec<usize> {
    text.match_indices(sign).map(|(at, _)| at).collect()
}
