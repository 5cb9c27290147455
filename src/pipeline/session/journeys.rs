//! What became of tasks on their way: their texts as generated, after each pass, and as they are sent.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::report::{Run, Stage};
use crate::simplify::engine::Engine;
use crate::simplify::{self, Part};
use crate::tasks::{Task, TaskSet};

use super::tap::Tap;

/// Keeps the way of each task, for pages.
#[derive(Default)]
pub struct Journeys {
    /// By the task's id.
    all: Mutex<BTreeMap<String, Vec<Stage>>>,
}

thread_local! {
    /// The task that this thread simplifies, and its stages so far.
    static UNDER_WAY: RefCell<(String, Vec<Stage>)> = RefCell::default();
}

/// The letters of a stage that are kept: nobody reads more.
const MOST_LETTERS: usize = 20_000;

impl Journeys {
    /// Gives the tasks of a run their ways.
    pub fn join(self, run: &mut Run) {
        let mut all = self.all.into_inner().unwrap_or_else(PoisonError::into_inner);
        let kernels = run.files.iter_mut().flat_map(|file| &mut file.kernels);
        for task in kernels.flat_map(|kernel| &mut kernel.tasks) {
            task.journey = all.remove(&task.id).unwrap_or_default();
        }
    }
}

/// A stage, unless nothing has changed since the last one of this name.
fn add(name: String, text: String, size: usize) {
    UNDER_WAY.with_borrow_mut(|(_, stages)| {
        if stages.last().is_none_or(|last| last.text != text) {
            let end = text.char_indices().nth(MOST_LETTERS).map(|(at, _)| at);
            let text = end.map_or_else(|| text.clone(), |end| format!("{}\n...", &text[..end]));
            stages.push(Stage { name, text, size });
        }
    });
}

impl Tap for Journeys {
    fn simplifying(&self, set: &TaskSet, task: &Task) {
        let raw = simplify::raw(set, task);
        UNDER_WAY.set((task.id.clone(), Vec::new()));
        add("as generated".to_owned(), raw.show(), raw.size());
    }

    fn passed(&self, part: &str, pass: &str, engine: &Engine) {
        let part = Part::between(part, engine);
        add(format!("{}: after {pass}", part.id), part.show(), part.size());
    }

    fn simplified(&self, parts: &[Part]) {
        for part in parts {
            add(format!("{}: for the solvers", part.id), part.show(), part.size());
        }
        let (id, stages) = UNDER_WAY.take();
        // A task that is tried again, with less or more, has its first way.
        self.all.lock().unwrap_or_else(PoisonError::into_inner).entry(id).or_insert(stages);
    }

    fn asks_as_launched(&self) -> bool {
        true
    }
}
