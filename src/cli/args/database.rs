//! The compilation database of a project, `compile_commands.json`, as CMake and Bear write it: include folders and macros of each
//! file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::base::config::{Database, Flags};
use crate::base::{Diagnostic, Severity, codes, plain};

/// A file and how it is compiled.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    /// The command as words, or
    arguments: Option<Vec<String>>,
    /// as a shell reads it.
    command: Option<String>,
}

/// Reads a database.
///
/// # Errors
///
/// `E0001` where it cannot be read, `E0020` where it is none.
pub fn read(path: &Path) -> Result<Database, Diagnostic> {
    let wrong = |code, why: String| {
        let message = format!("the compilation database {} cannot be read: {why}", path.display());
        Diagnostic::new(code, Severity::Error, message)
    };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(codes::E0001, plain::of_system(&error)))?;
    let entries: Vec<Entry> =
        serde_json::from_str(&text).map_err(|error| wrong(codes::E0020, plain::of_json(&error.to_string()).what))?;
    let mut files: BTreeMap<PathBuf, Flags> = BTreeMap::new();
    for entry in entries {
        let words = match (&entry.arguments, &entry.command) {
            (Some(words), _) => words.clone(),
            (None, Some(command)) => shlex::split(command).ok_or_else(|| {
                wrong(codes::E0020, format!("a quote is not closed in the command of {}", entry.file.display()))
            })?,
            (None, None) => Vec::new(),
        };
        // A file that is gone has nothing to say.
        if let Ok(file) = std::fs::canonicalize(entry.directory.join(&entry.file)) {
            files.insert(file, flags(&entry.directory, &words));
        }
    }
    Ok(Database { path: path.to_path_buf(), files })
}

/// What the words of a compiler's command say of include folders and macros.
fn flags(folder: &Path, words: &[String]) -> Flags {
    let mut flags = Flags::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = |option: &str| {
            let rest = word.strip_prefix(option)?;
            let rest = rest.strip_prefix('=').filter(|_| option.starts_with("--")).unwrap_or(rest);
            if rest.is_empty() { words.next().cloned() } else { Some(rest.to_owned()) }
        };
        if let Some(path) = value("-isystem").or_else(|| value("--include-path")).or_else(|| value("-I")) {
            flags.include_dirs.push(folder.join(path));
        } else if let Some(macro_) = value("--define-macro").or_else(|| value("-D")) {
            let (name, value) = macro_.split_once('=').unwrap_or((&macro_, "1"));
            flags.defines.push((name.to_owned(), value.to_owned()));
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_macros_are_taken_out_of_a_command() {
        let command =
            "nvcc -DN=4 -D M -I inc -I/opt/x -isystem sys --define-macro=P=\"a b\" -arch=sm_80 -Iy -c k.cu -o k.o";
        let flags = flags(Path::new("/p"), &shlex::split(command).unwrap());
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(flags.defines, [pair("N", "4"), pair("M", "1"), pair("P", "a b")]);
        let folders = ["/p/inc", "/opt/x", "/p/sys", "/p/y"].map(PathBuf::from);
        assert_eq!(flags.include_dirs, folders);
    }
}
