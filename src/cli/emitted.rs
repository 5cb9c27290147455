//! Host programs of launches that go wrong.

use std::path::Path;

use crate::base::{Diagnostic, Severity, codes};
use crate::report::{Counterexample, Run, TaskVerdict, host_program};

use super::output::cannot_write;

/// Writes the program of the first launch of a run that goes wrong; what stands in the way.
pub fn write_first(run: &Run, path: &Path) -> Option<Diagnostic> {
    let nothing =
        |why: &str| Diagnostic::new(codes::W0007, Severity::Warning, format!("no host program was written: {why}"));
    let Some((file, shown)) = first(run) else { return Some(nothing("no launch was found that goes wrong")) };
    match &shown.program {
        Ok(text) => write(text, file, path),
        Err(why) => Some(nothing(why)),
    }
}

/// Writes a program that includes the file.
pub fn write(text: &str, file: &str, path: &Path) -> Option<Diagnostic> {
    // An include is looked for beside the program.
    let is_beside = path.parent().is_none_or(|folder| folder.as_os_str().is_empty());
    let absolute = std::fs::canonicalize(file).ok().filter(|_| !is_beside);
    let text = match absolute {
        Some(absolute) => {
            text.replacen(&host_program::include(file), &host_program::include(&absolute.display().to_string()), 1)
        }
        None => text.to_owned(),
    };
    std::fs::write(path, text).err().map(|error| cannot_write(path, &error))
}

fn first(run: &Run) -> Option<(&str, &Counterexample)> {
    run.files.iter().find_map(|file| {
        let shown = file.kernels.iter().find_map(|kernel| {
            let of_races = kernel.races.iter().filter_map(|race| race.witness.as_ref()).map(|meeting| &*meeting.run);
            let of_barriers = kernel.barriers.iter().filter_map(|barrier| barrier.witness.as_deref());
            let of_tasks = kernel.tasks.iter().filter_map(|task| match &task.verdict {
                TaskVerdict::Refuted { counterexample } => counterexample.as_deref(),
                TaskVerdict::Proved | TaskVerdict::Unknown { .. } | TaskVerdict::Skipped { .. } => None,
            });
            of_races.chain(of_barriers).chain(of_tasks).next()
        })?;
        Some((file.path.as_str(), shown))
    })
}
