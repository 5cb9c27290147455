//! Logic files: what a program or a logic file imports with `use`, dependencies first.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::base::{Config, Diagnostic, Files, codes, nearest};
use crate::syntax;
use crate::syntax::preprocess::library::{ALWAYS_THERE, LIBRARY, library};
use crate::syntax::tree::{File, Ident, Item, LogicItem, LogicSource, SideFile};

use super::Given;

/// What stands beside a program: the standard library, the logic files that are imported, the side files.
pub fn of_program<'g>(files: &mut Files, path: &Path, tree: &File, given: &'g Given, config: &Config) -> Imports<'g> {
    let mut imports = Imports::beside(given);
    for name in ALWAYS_THERE {
        imports.library(files, name);
    }
    let own = tree.items.iter().filter_map(|item| match item {
        Item::Logic(LogicItem::Use(name)) => Some(name),
        _ => None,
    });
    imports.all(files, own, folder(path));
    for (file, path) in given.side.iter().zip(&config.source.specs) {
        imports.all(files, used(file), folder(path));
        imports.side.push(file.clone());
    }
    imports
}

/// A logic file that is proved itself, behind what it imports. It stands on its own: the library is not there unless
/// it is imported, and a file of its folder comes before one of the library.
pub fn of_logic_file<'g>(files: &mut Files, path: &Path, given: &'g Given) -> Imports<'g> {
    let mut imports = Imports::beside(given);
    imports.file(files, path);
    imports
}

/// Logic and side files in the order in which they may rest on each other.
pub struct Imports<'g> {
    pub side: Vec<SideFile>,
    pub diagnostics: Vec<Diagnostic>,
    given: &'g Given,
    done: BTreeSet<PathBuf>,
    /// Files being read, outermost first.
    open: Vec<PathBuf>,
    from_library: BTreeSet<&'static str>,
}

impl<'g> Imports<'g> {
    fn beside(given: &'g Given) -> Imports<'g> {
        Imports {
            side: Vec::new(),
            diagnostics: Vec::new(),
            given,
            done: BTreeSet::new(),
            open: Vec::new(),
            from_library: BTreeSet::new(),
        }
    }

    fn all<'a>(&mut self, files: &mut Files, names: impl Iterator<Item = &'a Ident>, folder: &Path) {
        for name in names {
            self.named(files, name, folder);
        }
    }

    fn named(&mut self, files: &mut Files, name: &Ident, folder: &Path) {
        let path = folder.join(format!("{}.spec", name.text));
        if let Some(first) = self.open.iter().position(|open| *open == path) {
            let message = circle(&self.open[first..]);
            self.diagnostics.push(Diagnostic::error(codes::E0418, name.span, message));
        } else if path.is_file() {
            self.file(files, &path);
        } else if library(&name.text).is_some() {
            self.library(files, &name.text);
        } else {
            let message = format!("there is no logic file `{}`", name.text);
            let wrong = Diagnostic::error(codes::E0417, name.span, message);
            let known = LIBRARY.iter().map(|(name, _)| *name);
            self.diagnostics.push(match nearest::nearest(&name.text, known) {
                Some(near) => wrong.note(format!("did you mean `{near}`?")),
                None => wrong.note(format!("it would be {}, or a file of the standard library", path.display())),
            });
        }
    }

    fn file(&mut self, files: &mut Files, path: &Path) {
        if !self.done.insert(path.to_path_buf()) {
            return;
        }
        let (text, odd) = match syntax::files::read(path) {
            Ok(read) => read,
            Err(found) => return self.diagnostics.push(found),
        };
        let mut file = syntax::spec::parse_side_file(files, &path.display().to_string(), &text);
        file.source = LogicSource::LogicFile;
        self.diagnostics.extend(odd);
        self.diagnostics.append(&mut file.diagnostics);
        self.open.push(path.to_path_buf());
        self.all(files, used(&file), folder(path));
        self.open.pop();
        self.side.push(file);
    }

    fn library(&mut self, files: &mut Files, name: &str) {
        let Some((name, file)) = self.given.library(files, name) else { return };
        if !self.from_library.insert(name) {
            return;
        }
        self.diagnostics.extend(file.diagnostics.iter().cloned());
        for import in used(file) {
            self.library(files, &import.text);
        }
        self.side.push(file.clone());
    }
}

/// Which logic files import each other, the last one the first: `one` imports `two`, which imports `one`.
fn circle(open: &[PathBuf]) -> String {
    let names: Vec<_> = open.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
    match names[..] {
        [] => String::new(),
        [only] => format!("the logic file `{only}` imports itself"),
        [first, ref others @ ..] => {
            let through: String = others.iter().map(|name| format!(" imports `{name}`, which")).collect();
            format!("the logic file `{first}`{through} imports `{first}`")
        }
    }
}

fn used(file: &SideFile) -> impl Iterator<Item = &Ident> {
    file.logic.iter().filter_map(|item| match item {
        LogicItem::Use(name) => Some(name),
        LogicItem::Function { .. } | LogicItem::Operator { .. } | LogicItem::Lemma { .. } => None,
    })
}

fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}
