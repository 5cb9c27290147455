//! Derivations of the kernels that are proved. What is proved was proved before: its tasks are simplified once more, with a recorder,
//! so that no verdict can change by it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::base::{Config, Diagnostic};
use crate::derivation::{self, Writer};
use crate::pipeline::session::Tap;
use crate::report::KernelReport;
use crate::simplify::rules::step::Recorder;
use crate::simplify::{self, Part, Way};
use crate::tasks::{Task, TaskKind, TaskSet};

use super::{KernelEntry, MANIFEST, Manifest, TASK, TaskEntry, VERSION, cannot, hash};

/// Writes the derivations of what is proved into a folder.
pub struct Proofs {
    folder: PathBuf,
    manifest: Mutex<Manifest>,
    failed: Mutex<Option<Diagnostic>>,
}

impl Proofs {
    /// Makes the folder. What it holds of other runs is overwritten.
    ///
    /// # Errors
    ///
    /// `E0001` if it cannot be made or the source cannot be read.
    pub fn into(folder: &Path, source: &Path, options: Vec<String>) -> Result<Proofs, Diagnostic> {
        let text = std::fs::read(source).map_err(|error| cannot("read", source, &error))?;
        std::fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))?;
        let manifest = Manifest {
            version: VERSION,
            source: source.display().to_string(),
            sha256: hash(&text),
            options,
            kernels: Vec::new(),
        };
        Ok(Proofs { folder: folder.to_owned(), manifest: Mutex::new(manifest), failed: Mutex::default() })
    }

    /// Writes the manifest; what could not be written.
    pub fn finish(self) -> Option<Diagnostic> {
        let manifest = self.manifest.into_inner().unwrap_or_else(PoisonError::into_inner);
        let text = serde_json::to_string_pretty(&manifest).unwrap_or_default() + "\n";
        let failed = self.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.or_else(|| write(&self.folder.join(MANIFEST), &text).err())
    }
}

fn write(path: &Path, text: &str) -> Result<(), Diagnostic> {
    std::fs::write(path, text).map_err(|error| cannot("write", path, &error))
}

impl Tap for Proofs {
    fn asks_as_launched(&self) -> bool {
        true
    }

    fn proved(&self, report: &KernelReport, sets: &[TaskSet], config: &Config) {
        let tasks: Vec<(&TaskSet, &Task)> = sets.iter().flat_map(derived).collect();
        let derivations: Vec<(TaskEntry, String)> =
            tasks.into_par_iter().map(|(set, task)| derivation_of(set, task, config)).collect();
        let mut manifest = self.manifest.lock().unwrap_or_else(PoisonError::into_inner);
        let file = format!("{}.derivation", manifest.kernels.len() + 1);
        let mut text = String::new();
        let mut tasks = Vec::new();
        for (entry, derivation) in derivations {
            text += &format!("{TASK}{}\n{derivation}", entry.id);
            tasks.push(entry);
        }
        if let Err(found) = write(&self.folder.join(&file), &text) {
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
        }
        let invariants = report.outline.found.clone();
        manifest.kernels.push(KernelEntry { kernel: report.name.clone(), file, invariants, tasks });
    }
}

/// The tasks of a set that have derivations. Whether the hypotheses of another can be met is shown by a run.
pub fn derived(set: &TaskSet) -> impl Iterator<Item = (&TaskSet, &Task)> {
    set.tasks.iter().filter(|task| task.kind != TaskKind::Vacuity).map(move |task| (set, task))
}

fn derivation_of(set: &TaskSet, task: &Task, config: &Config) -> (TaskEntry, String) {
    let raw = derivation::raw(set, task);
    let entry = TaskEntry { id: task.id.clone(), sha256: hash(raw.as_bytes()) };
    let (text, parts) = recorded(set, task, Way::Whole, config);
    let is_proved = |parts: &[Part]| parts.iter().all(|part| part.proved);
    if is_proved(&parts) {
        return (entry, text);
    }
    // A race that is proved with fewer hypotheses is proved with all.
    let lighter = set.lighter.get(&task.id).into_iter().flatten();
    let lighter = lighter.map(|lighter| recorded(set, &lighter.task, Way::Whole, config));
    let names_writers = parts.iter().any(Part::names_writers);
    let lacks_steps = parts.iter().any(Part::lacks_steps);
    let ways = [names_writers.then_some(Way::ByWriter), lacks_steps.then_some(Way::Further)];
    let otherwise = ways.into_iter().flatten().map(|way| recorded(set, task, way, config));
    let found = lighter.chain(otherwise).find(|(_, parts)| is_proved(parts));
    (entry, found.map_or(text, |(text, _)| text))
}

/// The derivation, and what the simplifier makes of the task.
fn recorded(set: &TaskSet, task: &Task, way: Way, config: &Config) -> (String, Vec<Part>) {
    let writer = Arc::new(Writer::default());
    let recorder: Arc<dyn Recorder> = writer.clone();
    let parts = simplify::recorded(set, task, way, config, &recorder);
    (writer.take(), parts)
}
