//! Files that a file of the repository mentions are there.

use std::path::{Path, PathBuf};

/// Folders by whose name a path of the repository begins.
const TOP: &[&str] = &["benches", "docs", "examples", "snapshots", "specs", "src", "tests"];

#[test]
fn every_path_that_is_mentioned_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    TOP.iter().for_each(|folder| all_under(&root.join(folder), &mut paths));
    let known: Vec<String> = paths.iter().map(|path| in_repository(path, root)).collect();
    // What the kernel files are about: `races/loops/unrolled.cu` in prose is one of `tests/kernels`.
    let themes: Vec<&str> = known.iter().filter_map(|path| theme(path)).collect();
    let mut missing = Vec::new();
    for path in paths.iter().cloned().chain(["README.md", "CHANGELOG.md"].map(|name| root.join(name))) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (line, number) in text.lines().zip(1..) {
            for word in words(line) {
                let first = word.split('/').next().unwrap_or_default();
                let full = match word.strip_suffix(".cu").or(word.strip_suffix(".spec")) {
                    _ if TOP.contains(&first) => word.to_owned(),
                    Some(_) if themes.contains(&first) => format!("tests/kernels/{word}"),
                    _ => continue,
                };
                if !known.iter().any(|path| matches(path, &full)) {
                    missing.push(format!("{}:{number}: {word}", in_repository(&path, root)));
                }
            }
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

#[test]
fn paths_are_told_from_other_words() {
    let line = "see `room/a.rs`, (theme/b*.cu), `logic/{name}.spec` and ../room/c.rs; a/b. `docs/`";
    assert_eq!(words(line).collect::<Vec<_>>(), ["room/a.rs", "theme/b*.cu", "a/b"]);
    assert!(matches("theme/loops/later.cu", "theme/loops/l*.cu") && !matches("theme/loops/later.cu", "theme/*.cu"));
}

/// The words of a line that may be paths, without the punctuation behind them.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let apart = |letter: char| !(letter.is_ascii_alphanumeric() || "_-./*{}".contains(letter));
    let words = line.split(apart).map(|word| word.trim_end_matches(['.', '/']));
    words.filter(|word| word.contains('/') && !word.contains(['{', '}']) && !word.starts_with(['.', '/']))
}

/// Whether a path is that one, where `*` stands for any letters within one folder's or file's name.
fn matches(path: &str, pattern: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return path == pattern };
    let Some(rest) = path.strip_prefix(before) else { return false };
    let end = rest.find('/').unwrap_or(rest.len());
    (0..=end).any(|at| rest.is_char_boundary(at) && matches(&rest[at..], after))
}

/// `races` of `tests/kernels/races/loops`.
fn theme(path: &str) -> Option<&str> {
    path.strip_prefix("tests/kernels/")?.split('/').next()
}

fn in_repository(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

fn all_under(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
        found.push(path.clone());
        if path.is_dir() {
            all_under(&path, found);
        }
    }
}
