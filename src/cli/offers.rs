//! `suggest --write`: clauses that suffice are written before their kernels.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::base::{Diagnostic, FileId, Severity, Span, codes};
use crate::report::{KernelReport, Offer, Run};

/// Writes what is offered for kernels that are safe with it into the files of the run; what stands in the way.
pub fn write(run: &Run) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for file in &run.files {
        let mut edits: BTreeMap<(FileId, usize), Option<String>> = BTreeMap::new();
        for kernel in file.kernels.iter().filter(|kernel| kernel.verdict.is_success()) {
            let source = run.sources.get(kernel.span.file);
            if *source.name != *file.path {
                continue;
            }
            let mut places: Vec<Span> = kernel.contract.offers.iter().map(|offer| place(offer, kernel)).collect();
            places.push(kernel.span);
            places.dedup();
            for at in places {
                let start = source.text[..at.lo as usize].rfind('\n').map_or(0, |at| at + 1);
                let text = lines(kernel, &source.text, (start, at));
                // Instances of one template have one place.
                edits
                    .entry((kernel.span.file, start))
                    .and_modify(|known| *known = known.take().filter(|known| *known == text))
                    .or_insert(Some(text));
            }
        }
        found.extend(apply(run, &file.path, &edits).err());
    }
    found
}

/// Before what a clause is written.
fn place(offer: &Offer, kernel: &KernelReport) -> Span {
    offer.before.filter(|before| before.file == kernel.span.file).unwrap_or(kernel.span)
}

/// The clauses that are written there, each in a line, as far in as what follows.
fn lines(kernel: &KernelReport, text: &str, (start, at): (usize, Span)) -> String {
    let rest = &text[start..];
    let indent = &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()];
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    kernel.contract.offers.iter().filter(|offer| place(offer, kernel) == at).fold(String::new(), |mut all, offer| {
        // Writing to a string cannot fail.
        let _ = write!(all, "{indent}//@ {}{end}", offer.text);
        all
    })
}

fn apply(run: &Run, path: &str, edits: &BTreeMap<(FileId, usize), Option<String>>) -> Result<(), Diagnostic> {
    let problem = |why: String| {
        let message = format!("suggestions were not written into `{path}`: {why}");
        Diagnostic::new(codes::W0003, Severity::Warning, message)
    };
    if edits.values().any(Option::is_none) {
        return Err(problem("instances of a template need different clauses".to_owned()));
    }
    let Some(((file, _), _)) = edits.first_key_value() else { return Ok(()) };
    let mut text = run.sources.get(*file).text.to_string();
    if std::fs::read(path).ok().as_deref() != Some(text.as_bytes()) {
        return Err(problem("it has changed, or is not UTF-8".to_owned()));
    }
    for ((_, at), lines) in edits.iter().rev() {
        text.insert_str(*at, lines.as_deref().unwrap_or(""));
    }
    replace(Path::new(path), &text).map_err(|error| problem(error.to_string()))
}

/// Replaces a file as a whole, so that none is left half written.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let path = path.canonicalize()?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    file.as_file().set_permissions(std::fs::metadata(&path)?.permissions())?;
    file.persist(&path).map(drop).map_err(|error| error.error)
}
