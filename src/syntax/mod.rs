//! Text to trees: the preprocessor, the CUDA grammar (`cuda.pest`), the annotation grammar (`spec.pest`).
//!
//! The folders, each of which imports only those before it:
//!
//! * [`tree`]: what is made;
//! * [`tokens`]: tokens, the preprocessed text, its brackets;
//! * [`spec`]: clauses, and what only they say;
//! * [`preprocess`]: a text with its headers to one preprocessed text;
//! * [`disambiguate`]: which parts of a file matter on the device, and which names are types there;
//! * [`grammar`]: the CUDA grammar, and trees from what it finds;
//! * [`program`]: a whole file.

use std::collections::BTreeSet;
use std::path::Path;

use crate::base::config::hashed;
use crate::base::{Config, Diagnostic, FileId, Files, Severity, codes};

pub mod disambiguate;
pub mod dump;
pub mod grammar;
pub mod preprocess;
pub mod program;
pub mod spec;
pub mod tokens;
pub mod tree;

pub use preprocess::files;
use preprocess::header;
use tokens::{expanded, oddities};
use tree::Asked;

/// Reads and parses a `.cu` file. What is wrong with it is in the result's diagnostics; local
/// includes are looked for beside the file, then in `-I` folders.
pub fn parse_file(files: &mut Files, path: &Path, config: &Config) -> tree::File {
    parse_unit(files, path, config, &Asked::default())
}

/// Likewise, with the host's functions that another file of the program asks for.
pub fn parse_unit(files: &mut Files, path: &Path, config: &Config, asked: &Asked) -> tree::File {
    let failed = |diagnostic| tree::File { diagnostics: vec![diagnostic], ..tree::File::default() };
    let (text, odd) = match files::read(path) {
        Ok(read) => read,
        Err(diagnostic) => return failed(diagnostic),
    };
    if text.trim().is_empty() {
        let message = format!("`{}` is empty", path.display());
        return failed(Diagnostic::new(codes::E0004, Severity::Error, message));
    }
    let file = files.add(path.display().to_string(), text);
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut parsed = parse(files, file, Some(directory), config, asked);
    parsed.diagnostics.extend(odd);
    parsed
}

/// The words of a text, hashed, in order.
pub fn words(text: &str) -> Vec<u64> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let found = text.split(|c| !is_of_word(c)).filter(|word| !word.is_empty());
    found.map(hashed).collect::<BTreeSet<u64>>().into_iter().collect()
}

/// The names of the files that a text includes, without their folders.
pub fn included(text: &str) -> Vec<String> {
    let of_line = |line: &str| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
        let name = rest.trim_start().strip_prefix(['"', '<'])?.split(['"', '>']).next()?;
        name.rsplit('/').next().map(str::to_owned)
    };
    text.lines().filter_map(of_line).collect()
}

/// The `extern` and `inline` declarations of variables in a text, which are those of all files.
pub fn externs(text: &str) -> String {
    let text = text.replace("inline", "extern");
    let parts = text.split("extern").skip(1);
    parts.filter_map(|part| part.split([';', '(', '{']).next()).flat_map(|part| [part, "\n"]).collect()
}

/// The parts of names in the macros of a text that are pasted together with what a macro is given: `launch_` of `launch_##T`.
pub fn pasted(text: &str) -> Vec<String> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for line in macros(text).replace("\\\n", " ").lines().filter(|line| line.contains("##")) {
        let given = line.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map_or("", |(given, _)| given);
        let is_given = |word: &str| given.split(',').any(|own| own.trim() == word);
        let sides: Vec<&str> = line.split("##").map(str::trim).collect();
        for pair in sides.windows(2) {
            let before = pair[0].rsplit(|c| !is_of_word(c)).next().unwrap_or_default();
            let after = pair[1].split(|c| !is_of_word(c)).next().unwrap_or_default();
            let parts = [before, after].into_iter().filter(|part| !part.is_empty() && !is_given(part));
            found.extend(parts.map(str::to_owned));
        }
    }
    found
}

/// The lines of a text that define macros.
pub fn macros(text: &str) -> String {
    let mut goes_on = false;
    let mut found = String::new();
    for line in text.lines() {
        let is_one = line.trim_start().strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with("define"));
        if goes_on || is_one {
            found += line;
            found.push('\n');
        }
        goes_on = (goes_on || is_one) && line.trim_end().ends_with('\\');
    }
    found
}

/// The text of a program that the parsers read; nothing where the file cannot be read.
pub fn program_text(files: &mut Files, path: &Path, config: &Config) -> expanded::Expanded {
    let Ok((text, _)) = files::read(path) else { return expanded::Expanded::default() };
    let file = files.add(path.display().to_string(), text);
    let directory = path.parent().unwrap_or(Path::new("."));
    preprocess::preprocess(files, file, Some(directory), config).0
}

/// Parses a text as a `.cu` file of that name.
pub fn parse_text(files: &mut Files, name: &str, text: &str, config: &Config) -> tree::File {
    parse_text_unit(files, name, text, config, &Asked::default())
}

/// Likewise, as [`parse_unit`] does.
pub fn parse_text_unit(files: &mut Files, name: &str, text: &str, config: &Config, asked: &Asked) -> tree::File {
    let file = files.add(name, text);
    parse(files, file, None, config, asked)
}

fn parse(files: &mut Files, file: FileId, directory: Option<&Path>, config: &Config, asked: &Asked) -> tree::File {
    let (expanded, missing, mut diagnostics) = preprocess::preprocess(files, file, directory, config);
    let mut parsed = program::parse(&expanded, asked);
    parsed.missing = missing;
    parsed.missing.first = file;
    let text = files.get(file).text.replace("\\\r\n", "").replace("\\\n", "");
    parsed.host.is_odd |= parsed.missing.is_odd || oddities::stand_in(&text) || oddities::stand_in(&expanded.text);
    parsed.header = header::read(file, &files.get(file).text);
    diagnostics.append(&mut parsed.diagnostics);
    parsed.diagnostics = diagnostics;
    parsed
}

#[cfg(test)]
mod tests;
