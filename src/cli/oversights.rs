//! What somebody has probably overlooked: it is warned of, and changes nothing.

use std::collections::BTreeMap;

use crate::base::{Config, Diagnostic, Severity, codes};
use crate::report::{Role, Run, accepted};

/// The warnings for a run. Those that need all of it are left to `merge`.
pub fn of(run: &Run, config: &Config) -> Vec<Diagnostic> {
    let warning = |message: String| Diagnostic::new(codes::W0005, Severity::Warning, message);
    let folders = config.source.include_dirs.iter().filter(|folder| !folder.is_dir());
    let folders = folders.map(|folder| warning(format!("there is no folder {} (-I)", folder.display())));
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mentions = |name: &str| {
        run.sources.iter().any(|(_, file)| file.text.split(|letter| !is_word(letter)).any(|word| word == name))
    };
    // Where a file was not read, nobody knows what it says.
    let are_read = run.part.is_none() && !run.all_diagnostics().any(Diagnostic::is_error);
    let templates = config.source.templates.iter().filter(|(name, _)| are_read && !mentions(name));
    let templates =
        templates.map(|(name, _)| warning(format!("no file has a template parameter `{name}` (--template)")));
    let of_reports = if run.part.is_none() { of_reports(run) } else { Vec::new() };
    folders.chain(templates).chain(of_reports).collect()
}

/// The warnings that follow from the reports alone.
pub fn of_reports(run: &Run) -> Vec<Diagnostic> {
    doubles(run).into_iter().chain(comments(run)).collect()
}

/// Kernels of one file that have one name.
fn doubles(run: &Run) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for file in &run.files {
        let mut first = BTreeMap::new();
        for kernel in file.kernels.iter().filter(|kernel| kernel.role == Role::Kernel) {
            let known = *first.entry(&kernel.name).or_insert(kernel.span);
            if known != kernel.span {
                let message = format!("there are two kernels named `{}`: by name both are meant", kernel.name);
                let twice = Diagnostic::new(codes::W0006, Severity::Warning, message).at(kernel.span, "the second one");
                found.push(twice.also(known, "the first one"));
            }
        }
    }
    found
}

/// Comments that are meant to accept findings, and do not.
fn comments(run: &Run) -> Vec<Diagnostic> {
    let is_of_run = |name: &str| run.files.iter().any(|file| file.path == name);
    let files = run.sources.iter().filter(|(_, file)| is_of_run(&file.name));
    files.flat_map(|(id, _)| accepted::remarks(&run.sources, id)).collect()
}
