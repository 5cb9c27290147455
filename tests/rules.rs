//! The rule book (`specs/rules`): ids are unique and in order, what is cited is defined, each rule names code and a test that are there,
//! and rules and their sentences are short.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Words of a rule, all that stands between its heading and the next.
const MOST_WORDS: usize = 120;
/// Words of a sentence, with a formula as one.
const MOST_IN_A_SENTENCE: usize = 40;

/// Files of the book that are no chapters.
const NO_CHAPTERS: &[&str] = &["README.md", "aliases.md"];

/// Where rules are cited.
const CITING: &[&str] = &["benches", "docs", "examples", "specs", "src", "tests"];

struct Rule {
    id: String,
    text: String,
}

#[test]
fn ids_are_unique_and_count_up() {
    let mut prefixes = BTreeMap::new();
    for (chapter, rules) in by_chapter() {
        let first = rules.first().unwrap_or_else(|| panic!("{chapter} has no rule"));
        let prefix = first.id.rsplit_once('-').expect("an id has a number").0.to_owned();
        for (rule, number) in rules.iter().zip(1..) {
            assert_eq!(rule.id, format!("{prefix}-{number}"), "in {chapter}");
        }
        assert_eq!(prefixes.insert(prefix, chapter.clone()), None, "two chapters have the prefix of {chapter}");
    }
}

#[test]
fn what_is_cited_is_defined() {
    let defined: BTreeSet<String> = rules().into_iter().map(|rule| rule.id).collect();
    let prefixes: BTreeSet<&str> = defined.iter().filter_map(|id| Some(id.rsplit_once('-')?.0)).collect();
    let mut missing = Vec::new();
    for path in files() {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (line, number) in text.lines().zip(1..) {
            let cited = words(line).filter(|word| is_id(word, &prefixes));
            let unknown = cited.filter(|word| !defined.contains(*word));
            missing.extend(unknown.map(|id| format!("{}:{number}: {id}", path.display())));
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

#[test]
fn each_rule_names_code_and_a_test_that_are_there() {
    let mut problems = Vec::new();
    for rule in rules() {
        let (code, tests) = rule.text.split_once("*Test:*").unwrap_or((&rule.text, ""));
        let code = code.split_once("*Code:*").map_or("", |(_, code)| code);
        let (code, named) = (quoted(code), quoted(tests));
        if code.is_empty() || named.is_empty() && tests.trim() != "none" {
            problems.push(format!("{}: names no code, or no test and not `none`", rule.id));
        }
        for word in code.into_iter().chain(named) {
            let (path, name) = word.split_once("::").map_or((word, None), |(path, name)| (path, Some(name)));
            let text = root().join(path);
            let is_there = match name {
                None => text.exists(),
                Some(name) => std::fs::read_to_string(text).is_ok_and(|text| words(&text).any(|word| word == name)),
            };
            if !is_there {
                problems.push(format!("{}: {word} is not there", rule.id));
            }
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn rules_and_sentences_are_short() {
    let mut problems = Vec::new();
    for rule in rules() {
        let words = rule.text.split_whitespace().count();
        if words >= MOST_WORDS {
            problems.push(format!("{}: {words} words", rule.id));
        }
        let prose = rule.text.split("*Code:*").next().unwrap_or_default();
        for sentence in sentences(prose) {
            let words = sentence.split_whitespace().count();
            if words > MOST_IN_A_SENTENCE {
                problems.push(format!("{}: {words} words in a sentence: {sentence}", rule.id));
            }
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn old_numbers_lead_to_rules() {
    let defined: BTreeSet<String> = rules().into_iter().map(|rule| rule.id).collect();
    let text = std::fs::read_to_string(book().join("aliases.md")).expect("the table of old numbers is read");
    let mut seen = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with("| R")) {
        let [_, old, now, _] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else { panic!("{row}") };
        assert!(seen.insert(old), "{old} stands twice");
        now.split(", ").for_each(|id| assert!(defined.contains(id), "{old} leads to {id}"));
    }
    assert!(!seen.is_empty());
}

#[test]
fn the_index_has_every_chapter() {
    let index = std::fs::read_to_string(book().join("README.md")).expect("the index is read");
    for (chapter, rules) in by_chapter() {
        let row = index.lines().find(|line| line.contains(&format!("({chapter}.md)")));
        let row = row.unwrap_or_else(|| panic!("the index lacks {chapter}"));
        assert!(row.ends_with(&format!("| {} |", rules.len())), "{row}: the chapter has {} rules", rules.len());
    }
}

#[test]
fn sentences_are_told_apart() {
    let text = "One `a. b` here. Two\ngoes on:\n\n* an item;\n* another. End";
    assert_eq!(sentences(text), ["One F here.", "Two goes on:", "an item;", "another.", "End"]);
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn book() -> PathBuf {
    root().join("specs/rules")
}

fn by_chapter() -> BTreeMap<String, Vec<Rule>> {
    let mut chapters: BTreeMap<String, Vec<Rule>> = BTreeMap::new();
    for entry in std::fs::read_dir(book()).expect("the rule book is a folder") {
        let path = entry.expect("its files are listed").path();
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        if NO_CHAPTERS.contains(&&*name) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a chapter is read");
        let chapter = name.trim_end_matches(".md").to_owned();
        let rules = chapters.entry(chapter).or_default();
        for section in text.split("\n## ").skip(1).filter(|section| !section.starts_with("Not modelled")) {
            let id = section.split_whitespace().next().unwrap_or_default().to_owned();
            rules.push(Rule { id, text: section.to_owned() });
        }
    }
    chapters
}

fn rules() -> Vec<Rule> {
    by_chapter().into_values().flatten().collect()
}

/// All files that may cite a rule.
fn files() -> Vec<PathBuf> {
    let mut open: Vec<PathBuf> = CITING.iter().map(|folder| root().join(folder)).collect();
    let mut found = vec![root().join("README.md"), root().join("CHANGELOG.md")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder is listed") {
            let path = entry.expect("its files are listed").path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|letter: char| !(letter.is_alphanumeric() || "_-".contains(letter))).filter(|word| !word.is_empty())
}

/// A chapter's prefix and a number.
fn is_id(word: &str, prefixes: &BTreeSet<&str>) -> bool {
    word.rsplit_once('-').is_some_and(|(prefix, number)| {
        prefixes.contains(prefix) && !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit())
    })
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The sentences of a text, each on one line, with `F` for a formula. A list's items are sentences of their own.
fn sentences(text: &str) -> Vec<String> {
    let parts = text.split('`').enumerate();
    let plain: String = parts.map(|(at, part)| if at % 2 == 0 { part } else { "F" }).collect();
    let mut found = vec![String::new()];
    for line in plain.lines().map(str::trim) {
        let (line, begins) = match line.strip_prefix("* ") {
            Some(item) => (item, true),
            None => (line, line.is_empty()),
        };
        if begins {
            found.push(String::new());
        }
        for word in line.split_whitespace() {
            let sentence = found.last_mut().expect("there is one");
            *sentence += if sentence.is_empty() { "" } else { " " };
            *sentence += word;
            if word.trim_end_matches([')', '*']).ends_with(['.', '?', '!']) {
                found.push(String::new());
            }
        }
        if line.ends_with(':') {
            found.push(String::new());
        }
    }
    found.retain(|sentence| !sentence.is_empty());
    found
}
