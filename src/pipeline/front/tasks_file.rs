//! Files of tasks (`gpuhoare vcs --stage raw --output k.tasks`): proved or printed without the CUDA that they came from,
//! perhaps cut down by hand.

use std::path::Path;

use crate::base::{Diagnostic, Files, Span};
use crate::report::KernelReport;
use crate::syntax;
use crate::tasks::{self, TaskKind, TaskSet};

/// What is known of a kernel before its tasks are proved.
pub fn report(set: &TaskSet) -> KernelReport {
    let span = set.tasks.first().map_or_else(Span::default, |task| task.span);
    let mut report = KernelReport::new(&set.kernel, span);
    report.unsupported = set.unsupported.clone();
    report.contract.has_ensures =
        set.tasks.iter().any(|task| task.kind == TaskKind::Ensures && is_of_contract(&task.id));
    report.assumptions.push(AS_THEY_STAND.to_owned());
    report
}

/// Whether a postcondition's id is that of an `ensures` of the kernel: no part of a `writes`, nor of a function's contract.
fn is_of_contract(id: &str) -> bool {
    id.split('/').nth(1).is_some_and(|part| part.starts_with("ensures"))
}

/// What is taken for granted of every kernel that is proved from such a file.
pub const AS_THEY_STAND: &str = "the tasks are taken from a file: that they are the kernel's was not checked";

/// Whether the file holds tasks, and not CUDA.
pub fn is_one(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tasks")
}

/// The task sets of a file, one for each kernel.
///
/// # Errors
///
/// As for every source file, and `E0011` for the first set that cannot be read.
pub fn read(files: &mut Files, path: &Path) -> Result<Vec<TaskSet>, Diagnostic> {
    let (text, _) = syntax::files::read(path)?;
    let file = files.add(path.display().to_string(), text.clone());
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices("\nkernel ").map(|(at, _)| at + 1)).collect();
    let mut sets = Vec::new();
    for (at, start) in starts.iter().enumerate() {
        let end = starts.get(at + 1).copied().unwrap_or(text.len());
        // Blanks in place of the other sets keep every place where it is.
        let blank: String = text[..*start].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
        sets.push(tasks::parse::task_set(file, &(blank + &text[*start..end]))?);
    }
    Ok(sets)
}
