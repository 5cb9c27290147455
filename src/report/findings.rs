//! What stands in the way of a kernel, one message each, with the tasks that it is about. All forms of a report show these.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use crate::base::{Diagnostic, Files, Label, codes};

use super::model::{KernelReport, TaskResult, TaskVerdict};
use super::status::Standing;
use super::{amplified, conflict, unproved, words};

/// Something that stands in the way of a kernel.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is said of it.
    pub diagnostic: Diagnostic,
    /// How far it is settled.
    pub standing: Standing,
    /// The tasks that it is about.
    pub tasks: Vec<String>,
    /// The race that it is about, as a place in the kernel's races.
    pub race: Option<usize>,
}

/// What stands in the way of a kernel but for errors in its text: constructs, races, tasks, launches, in this order.
pub fn of_kernel(kernel: &KernelReport) -> Vec<Finding> {
    let told: BTreeSet<&str> = kernel.races.iter().flat_map(|race| &race.tasks).map(String::as_str).collect();
    let of_unsupported = kernel.unsupported.iter().map(|found| Finding {
        diagnostic: unproved::unsupported(&kernel.name, found),
        standing: Standing::Unreached,
        tasks: Vec::new(),
        race: None,
    });
    let of_races = kernel.races.iter().enumerate().map(|(at, race)| Finding {
        diagnostic: conflict::diagnostic(race),
        standing: match race.witness.is_some() && !race.is_candidate {
            true => Standing::Refuted,
            false => Standing::Unknown,
        },
        tasks: race.tasks.clone(),
        race: Some(at),
    });
    let of_tasks = together(
        kernel.tasks.iter().filter(|task| !told.contains(task.id.as_str())).filter_map(|task| of_task(task, kernel)),
    );
    let of_launches = amplified::messages(&kernel.coverage.amplified).into_iter().map(|diagnostic| Finding {
        // What a run of a launch shows for all data is shown; what it leaves open has codes of its own.
        standing: match diagnostic.is_error() && ![codes::E0724, codes::E0790].contains(&diagnostic.code) {
            true => Standing::Refuted,
            false => Standing::Unknown,
        },
        diagnostic,
        tasks: Vec::new(),
        race: None,
    });
    of_unsupported.chain(of_races).chain(of_tasks).chain(of_launches).collect()
}

/// Tasks of which the same is said at the same places, such as those of unrolled iterations, share a message.
fn together(found: impl Iterator<Item = Finding>) -> Vec<Finding> {
    // What differs between them: the line that names the task.
    let names_task = |note: &String, finding: &Finding| note.strip_prefix("task ") == Some(finding.tasks[0].as_str());
    let said = |finding: &Finding| {
        let Diagnostic { code, message, primary, secondary, notes, .. } = &finding.diagnostic;
        let notes: Vec<&String> = notes.iter().filter(|note| !names_task(note, finding)).collect();
        format!("{code} {message} {primary:?} {secondary:?} {notes:?}")
    };
    let mut all: Vec<Finding> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for finding in found {
        match known.get(&said(&finding)) {
            Some(at) => all[*at].tasks.extend(finding.tasks),
            None => {
                known.insert(said(&finding), all.len());
                all.push(finding);
            }
        }
    }
    for finding in all.iter_mut().filter(|finding| finding.tasks.len() > 1) {
        let at = finding.diagnostic.notes.iter().position(|note| names_task(note, finding));
        if let Some(at) = at {
            finding.diagnostic.notes[at] = conflict::named(&finding.tasks);
        }
    }
    all
}

fn of_task(task: &TaskResult, kernel: &KernelReport) -> Option<Finding> {
    let mut diagnostic = unproved::diagnostic(task)?;
    let help = format!("help: {}", words::of_task(task).help);
    if diagnostic.code == codes::E0701 && !kernel.outline.loops.is_empty() {
        let helps = diagnostic.notes.iter_mut().filter(|note| **note == help);
        helps.for_each(|note| *note = format!("help: {}", words::BEHIND_LOOPS));
    }
    Some(Finding { diagnostic, standing: of_verdict(&task.verdict), tasks: vec![task.id.clone()], race: None })
}

/// How far a task is settled.
pub fn of_verdict(verdict: &TaskVerdict) -> Standing {
    match verdict {
        TaskVerdict::Proved => Standing::Proved,
        TaskVerdict::Refuted { .. } => Standing::Refuted,
        TaskVerdict::Unknown { .. } => Standing::Unknown,
        TaskVerdict::Skipped { .. } => Standing::Unreached,
    }
}

/// Names findings so that they are known again when lines move. What changes from run to run, such as a thread or a time, has
/// no part in a name.
pub struct Fingerprints<'f> {
    sources: &'f Files,
    kernel: &'f str,
    seen: BTreeMap<String, u32>,
}

impl Fingerprints<'_> {
    /// Of the findings of a kernel; of those of a file for an empty name.
    pub fn of<'f>(sources: &'f Files, kernel: &'f str) -> Fingerprints<'f> {
        Fingerprints { sources, kernel, seen: BTreeMap::new() }
    }

    /// The name of the next finding: of those that look alike, the number counts, in source order.
    pub fn next(&mut self, found: &Diagnostic) -> String {
        // The first of the other places is the second access of a race, or the statement of a task; what follows hangs on the run.
        let places =
            found.primary.iter().chain(found.secondary.first()).map(|label| self.text(label)).collect::<Vec<_>>();
        let about = format!("{}\n{}\n{}", found.code, self.kernel, places.join("\n"));
        let number = self.seen.entry(about.clone()).or_default();
        *number += 1;
        let hash = Sha256::digest(format!("{about}\n{number}"));
        hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The text at a place, without what an editor may change at will.
    fn text(&self, label: &Label) -> String {
        match (label.span.file.0 as usize) < self.sources.len() {
            true => self.sources.text(label.span).split_whitespace().collect::<Vec<_>>().join(" "),
            false => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;
    use crate::tasks::TaskKind;

    #[test]
    fn tasks_of_unrolled_iterations_share_a_message() {
        let task = |id: &str| TaskResult {
            verdict: TaskVerdict::Unknown { reason: "neither solver found a proof".to_owned() },
            ..TaskResult::new(id, TaskKind::Barrier, Span::default())
        };
        let tasks = ["k/warp", "k/warp/2", "k/barrier1", "k/warp/3"].map(task).to_vec();
        let found = of_kernel(&KernelReport { tasks, ..KernelReport::new("k", Span::default()) });
        let [lanes, threads] = &found[..] else { panic!("{found:?}") };
        assert_eq!(lanes.diagnostic.message, "a lane may miss this warp operation");
        assert!(lanes.diagnostic.notes.contains(&"task k/warp and 2 more".to_owned()), "{lanes:?}");
        assert_eq!(lanes.tasks, ["k/warp", "k/warp/2", "k/warp/3"]);
        assert_eq!(threads.diagnostic.message, "threads of a block may miss this barrier");
        assert!(threads.diagnostic.notes.contains(&"task k/barrier1".to_owned()), "{threads:?}");
    }
}
