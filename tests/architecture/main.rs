//! Holds the source tree to what `lib.rs` says about it: rooms import only rooms above them, every
//! file says what it is for, no snapshot outlives its test, nothing of one machine is committed.

mod structure;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use structure::Source;

/// The rooms, from the ground up: each may import itself and those before it.
const ROOMS: &[&str] = &[
    "base", "store", "audit", "logic", "syntax", "host", "kernel", "cpp", "memory", "cuda", "lower", "tasks",
    "simplify", "exec", "race", "invariants", "interp", "derivation", "smt", "witness", "report",
];

/// What sees all rooms, and which no room may import.
const ABOVE_ROOMS: &[&str] = &["pipeline", "cli", "main", "lib"];

/// The only folders that call each other: C++ defines what they are about by each other (`src/lower/mod.rs`).
const CIRCLES: &[&[&str]] =
    &[&["lower/annotations", "lower/calls", "lower/expressions", "lower/names", "lower/objects", "lower/statements"]];

/// What is counted, and how many there may be. A change that lowers a number lowers its limit here.
const LIMITS: &[(&str, usize)] = &[
    ("folders of more than 20 files", 0),
    ("folders in circles", 6),
    // All in the first of [`CIRCLES`].
    ("files in the largest circle", 53),
    ("files in the next circle", 6),
    ("files of more than 600 lines", 0),
    ("functions of more than 80 lines", 2),
    ("functions of seven parameters and more", 0),
    ("types of more than 15 fields", 0),
];

#[test]
fn rooms_import_only_rooms_above_them() {
    let mut wrong = Vec::new();
    for path in sources() {
        let module = module_path(&path);
        let room = module.first().map_or("lib", String::as_str);
        if ABOVE_ROOMS.contains(&room) {
            continue;
        }
        let Some(rank) = ROOMS.iter().position(|name| *name == room) else {
            wrong.push(format!("{}: `{room}` is not in the list of rooms", shown(&path)));
            continue;
        };
        for (line, import) in crate_imports(&read(&path), &module) {
            match ROOMS.iter().position(|name| *name == import) {
                Some(other) if other <= rank => {}
                Some(_) => wrong.push(format!("{}:{line}: `{room}` imports `{import}`, a later room", shown(&path))),
                None => wrong.push(format!("{}:{line}: `{room}` imports `{import}`, which is no room", shown(&path))),
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_source_file_says_what_it_is_for() {
    let missing: Vec<String> = sources()
        .into_iter()
        .chain(files_under(&root().join("tests"), "rs"))
        .chain(files_under(&root().join("benches"), "rs"))
        .filter(|path| !read(path).starts_with("//! "))
        .map(|path| shown(&path))
        .collect();
    assert!(missing.is_empty(), "no `//!` on the first line of:\n{}", missing.join("\n"));
}

#[test]
fn the_structure_keeps_within_its_limits() {
    let files: Vec<_> = sources().into_iter().map(|path| (path.clone(), module_path(&path), read(&path))).collect();
    let sources = structure::read(&files, ROOMS);
    let place = |source: &Source| source.module.join("/");
    let of_sources = |found: &dyn Fn(&Source) -> Vec<String>| sources.iter().flat_map(found).collect::<Vec<_>>();
    let circles = structure::circles_of_files(&sources);
    let circle = |at: usize| circles.get(at).into_iter().flatten().map(|file| place(&sources[*file])).collect();
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    sources.iter().for_each(|source| *folders.entry(&source.folder).or_default() += 1);
    let found = [
        folders.iter().filter(|(_, files)| **files > 20).map(|(folder, files)| format!("{folder} ({files})")).collect(),
        structure::circles_of_folders(&sources).concat(),
        circle(0),
        circle(1),
        of_sources(&|source| match source.lines > 600 {
            true => vec![format!("{} ({})", place(source), source.lines)],
            false => Vec::new(),
        }),
        of_sources(&|source| {
            let long = source.functions.iter().filter(|function| function.lines > 80);
            long.map(|function| format!("{}: {} ({})", place(source), function.name, function.lines)).collect()
        }),
        of_sources(&|source| {
            let wide = source.functions.iter().filter(|function| function.parameters >= 7);
            wide.map(|function| format!("{}: {}", place(source), function.name)).collect()
        }),
        of_sources(&|source| {
            let fat = source.structs.iter().filter(|of| of.fields > 15 && !of.is_document);
            fat.map(|of| format!("{}: {} ({})", place(source), of.name, of.fields)).collect()
        }),
    ];
    let mut wrong = Vec::new();
    for circle in structure::circles_of_folders(&sources) {
        if !CIRCLES.iter().any(|known| circle.iter().all(|folder| known.contains(&&**folder))) {
            wrong.push(format!("folders in a circle: {}", circle.join(", ")));
        }
    }
    for ((what, most), found) in LIMITS.iter().zip(found) {
        println!("{what}: {} (at most {most})\n    {}", found.len(), found.join("\n    "));
        if found.len() > *most {
            wrong.push(format!("{what}: {}, and at most {most} are allowed", found.len()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn no_snapshot_is_orphaned() {
    let stray: Vec<String> = files_under(&root(), "snap")
        .into_iter()
        .filter(|path| !path.starts_with(root().join("snapshots")) && !path.starts_with(root().join("target")))
        .map(|path| shown(&path))
        .collect();
    assert!(stray.is_empty(), "snapshots belong in snapshots/:\n{}", stray.join("\n"));

    let inputs: Vec<String> = ["examples", "tests", "specs"]
        .iter()
        .flat_map(|folder| files_under(&root().join(folder), ""))
        .filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
        .collect();
    let mut orphans = Vec::new();
    for path in files_under(&root().join("snapshots"), "snap") {
        let text = read(&path);
        let Some(source) = header_field(&text, "source") else {
            orphans.push(format!("{}: names no source", shown(&path)));
            continue;
        };
        let source_path = root().join(&source);
        if !source_path.is_file() {
            orphans.push(format!("{}: its source {source} is gone", shown(&path)));
            continue;
        }
        if let Some(input) = header_field(&text, "input_file") {
            if !root().join(&input).is_file() {
                orphans.push(format!("{}: its input {input} is gone", shown(&path)));
            }
            continue;
        }
        let file_name = path.file_stem().expect("files_under gives files").to_string_lossy().into_owned();
        let name = file_name.rsplit("__").next().unwrap_or(&file_name).to_owned();
        let known =
            read(&source_path).contains(&name) || inputs.iter().any(|stem| name == *stem || name.contains(stem));
        if !known {
            orphans.push(format!("{}: neither {source} nor an input file mentions `{name}`", shown(&path)));
        }
    }
    assert!(orphans.is_empty(), "\n{}", orphans.join("\n"));
}

#[test]
fn nothing_of_one_machine_is_committed() {
    let Some(files) = committed_files() else {
        println!("note: not a git checkout; committed files not checked");
        return;
    };
    // Split, so that this file does not find itself.
    let forbidden = [
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("/ho", "me/"),
        concat!("/Us", "ers/"),
        concat!("index.", "crates.io"),
        concat!("py", "pi.org"),
        concat!("python", "hosted.org"),
    ];
    let mut found = Vec::new();
    for path in files {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (at, line) in text.lines().enumerate() {
            for pattern in forbidden {
                let preceded = line
                    .find(pattern)
                    .map(|start| line[..start].chars().next_back().is_some_and(char::is_alphanumeric));
                if preceded == Some(false) || (preceded == Some(true) && !pattern.starts_with('/')) {
                    found.push(format!("{}:{}: {pattern}", shown(&path), at + 1));
                }
            }
        }
    }
    let lock = read(&root().join("Cargo.lock"));
    for line in lock.lines().filter(|line| line.starts_with("source = ")) {
        if line != "source = \"registry+https://github.com/rust-lang/crates.io-index\"" {
            found.push(format!("Cargo.lock: {line}"));
        }
    }
    assert!(found.is_empty(), "paths or hosts of one machine:\n{}", found.join("\n"));
}

// ── imports ─────────────────────────────────────────────────────────────────────────────────────

/// The top-level modules that `text` names through `crate::` or through enough `super::`, with the line.
fn crate_imports(text: &str, module: &[String]) -> Vec<(usize, String)> {
    let code = without_comments(text);
    let mut imports = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        if !starts_a_path(&code, at) {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        for name in first_segments(rest) {
            imports.push((line_of(&code, at), name));
        }
    }
    for (at, _) in code.match_indices("super::") {
        if !starts_a_path(&code, at) || code[..at].ends_with("super::") {
            continue;
        }
        let mut rest = &code[at..];
        let mut levels = 0;
        while let Some(next) = rest.strip_prefix("super::") {
            rest = next;
            levels += 1;
        }
        // A nested `mod tests` needs one more `super`; counting without it errs on the strict side only for
        // paths that leave the room anyway.
        if levels > module.len() {
            for name in first_segments(rest) {
                imports.push((line_of(&code, at), name));
            }
        }
    }
    imports.retain(|(_, name)| name.chars().next().is_some_and(|first| first.is_ascii_lowercase()));
    imports
}

fn starts_a_path(code: &str, at: usize) -> bool {
    !code[..at].chars().next_back().is_some_and(|before| before.is_alphanumeric() || before == '_' || before == '$')
}

/// `a` of `a::b`, or `a` and `c` of `{a::b, c}`.
fn first_segments(rest: &str) -> Vec<String> {
    let Some(group) = rest.strip_prefix('{') else {
        return identifier(rest).into_iter().collect();
    };
    let mut depth = 1;
    let mut names = Vec::new();
    let mut at_start = true;
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => at_start = true,
            _ if letter.is_whitespace() => {}
            _ if at_start && depth == 1 => {
                names.extend(identifier(&group[at..]));
                at_start = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

fn identifier(text: &str) -> Option<String> {
    let name: String = text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    (!name.is_empty()).then_some(name)
}

/// The text with `//` comments blanked (lines stay where they are).
fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

// ── files ───────────────────────────────────────────────────────────────────────────────────────

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// One that looks on may make rules wrong, to see who notices. The one that writes derivations does not.
#[test]
fn only_what_writes_derivations_looks_on_while_rules_are_applied() {
    let texts: Vec<(String, String)> = sources().into_iter().map(|path| (shown(&path), read(&path))).collect();
    let with = |word: &str| -> Vec<&str> {
        texts.iter().filter(|(_, text)| text.contains(word)).map(|(path, _)| path.as_str()).collect()
    };
    assert_eq!(with("impl Recorder for"), ["src/derivation/write.rs"]);
    assert_eq!(with("simplify::recorded("), ["src/pipeline/derivations/write.rs"]);
    for answer in ["fn altered(", "fn grants("] {
        assert!(!with(answer).contains(&"src/derivation/write.rs"), "the derivations' recorder has {answer}");
    }
}

/// An error in the rest of the program is none of the checker's.
#[test]
fn the_checker_of_derivations_imports_nothing_but_base() {
    let files = files_under(&root().join("src/audit"), "rs");
    let texts: Vec<String> = files.iter().map(|path| read(path)).collect();
    let imports = texts.iter().flat_map(|text| text.lines()).filter(|line| line.contains("crate::"));
    let others: Vec<&str> = imports.filter(|line| !line.contains("crate::base") && !line.contains("//!")).collect();
    assert!(others.is_empty(), "{others:?}");
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines: usize = texts.iter().map(|text| text.lines().filter(is_code).count()).sum();
    assert!(lines <= 2_500, "{lines} lines are too many to read");
}

fn sources() -> Vec<PathBuf> {
    files_under(&root().join("src"), "rs")
}

/// All files below `folder` whose name ends in `.extension` (any, if that is empty), sorted.
fn files_under(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if path.is_dir() {
                if name != "target" && name != ".git" {
                    folders.push(path);
                }
            } else if extension.is_empty() || path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn committed_files() -> Option<Vec<PathBuf>> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().ok()?;
    if !output.status.success() {
        return None;
    }
    let names = String::from_utf8(output.stdout).ok()?;
    Some(names.split('\0').filter(|name| !name.is_empty()).map(|name| root().join(name)).collect())
}

/// `["base", "span"]` for `src/base/span.rs`, `["base"]` for `src/base/mod.rs`.
fn module_path(path: &Path) -> Vec<String> {
    let relative = path.strip_prefix(root().join("src")).expect("a source file lies under src");
    let mut parts: Vec<String> =
        relative.with_extension("").components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// A field of an insta snapshot's header.
fn header_field(text: &str, field: &str) -> Option<String> {
    let header = text.strip_prefix("---\n")?.split("\n---").next()?;
    let fields: BTreeMap<&str, &str> = header.lines().filter_map(|line| line.split_once(": ")).collect();
    fields.get(field).map(|value| value.trim_matches('"').to_owned())
}
