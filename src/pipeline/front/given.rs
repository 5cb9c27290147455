//! What the programs of a run are read beside: its side files and the library, each parsed once.

use std::sync::OnceLock;

use crate::base::{Config, Diagnostic, Files};
use crate::syntax;
use crate::syntax::preprocess::library::{self, LIBRARY};
use crate::syntax::spec::parse_side_file;
use crate::syntax::tree::{LogicSource, SideFile};

/// The side files and the library of a run. Their places are in the files of that run.
#[derive(Default)]
pub struct Given {
    /// Those of `--spec`, in its order.
    pub side: Vec<SideFile>,
    library: [OnceLock<SideFile>; LIBRARY.len()],
}

impl Given {
    /// The side files of `--spec`, or nothing where one of them cannot be read.
    pub fn of_run(files: &mut Files, config: &Config, diagnostics: &mut Vec<Diagnostic>) -> Option<Given> {
        let mut given = Given::default();
        let mut found = Vec::new();
        for path in &config.source.specs {
            match syntax::files::read(path) {
                Ok((text, _)) => {
                    let parsed = parse_side_file(files, &path.display().to_string(), &text);
                    found.extend(parsed.diagnostics.iter().cloned());
                    given.side.push(parsed);
                }
                Err(wrong) => found.push(wrong),
            }
        }
        let all_read = !found.iter().any(Diagnostic::is_error);
        diagnostics.append(&mut found);
        all_read.then_some(given)
    }

    /// A file of the library, under the name that it has there.
    pub fn library(&self, files: &mut Files, name: &str) -> Option<(&'static str, &SideFile)> {
        let at = LIBRARY.iter().position(|(known, _)| *known == name)?;
        let (name, text) = LIBRARY[at];
        let parsed =
            || SideFile { source: LogicSource::Library, ..parse_side_file(files, &library::shown(name), text) };
        Some((name, self.library[at].get_or_init(parsed)))
    }
}
