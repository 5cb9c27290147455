//! Derivations against the tasks that are generated from the source now.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::audit::{self, Audited, By, Solver};
use crate::base::config::Solving;
use crate::base::{Config, Diagnostic, Severity, StopFlag, codes};
use crate::derivation;
use crate::pipeline::prove_watched;
use crate::pipeline::session::Tap;
use crate::report::Progress;
use crate::report::audit::{Audit, KernelAudit, TaskAudit};
use crate::smt::{self, Refuter};
use crate::tasks::TaskSet;

use super::write::derived;
use super::{KernelEntry, Manifest, TASK, cannot, hash};

/// That the source is not the one that the derivations were made from.
fn of_another_text(folder: &Path, manifest: &Manifest, source: &Path) -> Diagnostic {
    let shown = source.display();
    let message = match Path::new(&manifest.source) == source {
        true => format!("{shown} has changed since its derivations were written"),
        false => format!("the derivations are of {}, whose text is not that of {shown}", manifest.source),
    };
    let again = format!("write them again: `gpuhoare prove {shown} --proof {}`", folder.display());
    Diagnostic::new(codes::E0015, Severity::Error, message).note(again)
}

/// Audits the derivations of a folder, of which this is the manifest, against the source.
pub fn audit_file(
    folder: &Path,
    manifest: &Manifest,
    source: &Path,
    config: &Config,
    stop: &StopFlag,
    progress: &dyn Progress,
) -> Audit {
    let mut audit = Audit::default();
    match std::fs::read(source) {
        Ok(text) if hash(&text) == manifest.sha256 => {}
        Ok(_) => {
            audit.diagnostics.push(of_another_text(folder, manifest, source));
            return audit;
        }
        Err(error) => {
            audit.diagnostics.push(cannot("read", source, &error));
            return audit;
        }
    }
    // Both of the built-in ones, whatever the proof was made with.
    let solving = Solving { solvers: Vec::new(), timeout: None, ..config.solving.clone() };
    let asked = Config { solving, ..config.clone() };
    let located = smt::locate(&asked, &|line| progress.message(line));
    let solvers = match located.map(|(solvers, _)| <[smt::Solver; 2]>::try_from(solvers)) {
        Ok(Ok(solvers)) => solvers,
        Ok(Err(_)) => {
            let message = "an audit takes two solvers";
            audit.diagnostics.push(Diagnostic::new(codes::E0611, Severity::Error, message));
            return audit;
        }
        Err(found) => {
            audit.diagnostics.extend(found);
            return audit;
        }
    };
    let solvers = solvers.map(|solver| {
        let limits = solver.profile.limits(&asked);
        Asked(Refuter::new(solver, limits))
    });
    audit.solvers = solvers.each_ref().map(|solver| solver.0.name().to_owned()).to_vec();
    let checking = Checking { folder, manifest, solvers, stop, kernels: Mutex::default(), done: Mutex::default() };
    let run = prove_watched(&[source.to_owned()], config, stop, progress, &checking);
    audit.diagnostics.extend(run.diagnostics);
    audit.interrupted = stop.is_set();
    audit.sources = run.sources;
    let reported = run.files.iter().flat_map(|file| &file.kernels).map(|kernel| kernel.name.clone());
    let done = checking.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    audit.kernels = checking.kernels.into_inner().unwrap_or_else(PoisonError::into_inner);
    for kernel in reported.filter(|kernel| !audit.kernels.iter().any(|known| known.name == *kernel)).collect::<Vec<_>>()
    {
        audit.kernels.push(KernelAudit::without(kernel, "it is not modelled"));
    }
    for entry in manifest.kernels.iter().filter(|entry| !done.contains(&entry.file)) {
        audit.kernels.push(KernelAudit::without(entry.kernel.clone(), "the source has no such kernel"));
    }
    audit
}

struct Asked(Refuter);

impl Solver for Asked {
    fn refuted(&self, question: &str) -> Option<Vec<usize>> {
        self.0.refuted(question)
    }
}

/// Audits the tasks of each kernel as soon as they are generated, and ends its way there.
struct Checking<'a> {
    folder: &'a Path,
    manifest: &'a Manifest,
    solvers: [Asked; 2],
    stop: &'a StopFlag,
    kernels: Mutex<Vec<KernelAudit>>,
    /// The files of derivations that were looked at.
    done: Mutex<Vec<String>>,
}

impl Tap for Checking<'_> {
    fn invariants(&self, kernel: &str) -> Vec<(String, String)> {
        let entry = self.manifest.kernels.iter().find(|entry| entry.kernel == kernel);
        entry.map(|entry| entry.invariants.clone()).unwrap_or_default()
    }

    fn generated(&self, sets: &[TaskSet]) -> ControlFlow<()> {
        let name = sets.first().map(|set| set.kernel.clone()).unwrap_or_default();
        let audited = self.kernel(&name, sets);
        self.kernels.lock().unwrap_or_else(PoisonError::into_inner).push(audited);
        ControlFlow::Break(())
    }
}

impl Checking<'_> {
    fn kernel(&self, name: &str, sets: &[TaskSet]) -> KernelAudit {
        let raw: Vec<(&str, Vec<String>)> = sets
            .iter()
            .flat_map(derived)
            .map(|(set, task)| {
                let lighter = set.lighter.get(&task.id).into_iter().flatten();
                let lighter = lighter.map(|lighter| derivation::raw(set, &lighter.task));
                (&*task.id, std::iter::once(derivation::raw(set, task)).chain(lighter).collect())
            })
            .collect();
        let is_of = |entry: &&KernelEntry| {
            let all = entry.tasks.iter().zip(&raw);
            entry.kernel == name
                && entry.tasks.len() == raw.len()
                && all.into_iter().all(|(entry, (id, raw))| entry.id == *id && entry.sha256 == hash(raw[0].as_bytes()))
        };
        let named = || self.manifest.kernels.iter().filter(|entry| entry.kernel == name);
        let Some(entry) = named().find(is_of) else {
            let why = match named().next() {
                Some(entry) => {
                    self.done.lock().unwrap_or_else(PoisonError::into_inner).push(entry.file.clone());
                    "its tasks are not those that the derivations are of"
                }
                None => "there are no derivations of it",
            };
            return KernelAudit::without(name.to_owned(), why);
        };
        self.done.lock().unwrap_or_else(PoisonError::into_inner).push(entry.file.clone());
        let path = self.folder.join(&entry.file);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => return KernelAudit::without(name.to_owned(), &format!("{}: {error}", path.display())),
        };
        let derivations = apart(&text);
        let tasks = raw
            .into_par_iter()
            .map(|(id, raw)| TaskAudit { id: id.to_owned(), audited: self.task(&raw, derivations.get(id)) });
        KernelAudit { name: name.to_owned(), tasks: tasks.collect(), missing: None }
    }

    fn task(&self, raw: &[String], derivation: Option<&(usize, &str)>) -> Audited {
        if self.stop.is_set() {
            return Audited::refused(1, "interrupted");
        }
        let Some((line, text)) = derivation else {
            return Audited::refused(1, "there is no derivation");
        };
        let raw = raw.iter().find(|raw| text.starts_with(raw.as_str())).unwrap_or(&raw[0]);
        let [first, second] = &self.solvers;
        let mut audited = audit::audit(raw, text, [first, second]);
        audited.open.iter_mut().for_each(|(own, _)| *own += line);
        audited.open.sort();
        debug_assert!(audited.by != By::Nobody || !audited.open.is_empty(), "what is not audited has a place");
        audited
    }
}

/// The derivations of a file by their tasks' ids, each with the number of lines before it.
fn apart(text: &str) -> BTreeMap<&str, (usize, &str)> {
    let mut all = BTreeMap::new();
    let (mut at, mut line) = (0, 0);
    let mut begun: Option<(&str, usize, usize)> = None;
    for whole in text.split_inclusive('\n') {
        if let Some(id) = whole.strip_prefix(TASK) {
            if let Some((id, line, from)) = begun {
                all.insert(id, (line, &text[from..at]));
            }
            begun = Some((id.trim_end(), line + 1, at + whole.len()));
        }
        at += whole.len();
        line += 1;
    }
    if let Some((id, line, from)) = begun {
        all.insert(id, (line, &text[from..]));
    }
    all
}
