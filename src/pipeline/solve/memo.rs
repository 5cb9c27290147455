//! Race tasks that say the same about different places: one proof serves them all.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::logic::TermId;
use crate::smt::Patience;
use crate::tasks::{Form, Task, TaskKind, TaskSet};

use super::attempt::Attempt;

/// What came of the race tasks of one set, by what they say and by how much was done for them.
#[derive(Default)]
pub struct Memo<'t> {
    known: Mutex<HashMap<Key, Attempt<'t>>>,
}

/// What a task says, and how much was done for it. The goal stands apart: `p` from `q` is another task than `q` from `p`.
type Key = (Patience, TermId, Vec<Said>);

/// A hypothesis: a proposition, or an assignment or lemma by its position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Said {
    Proposition(TermId),
    Other(usize),
}

impl<'t> Memo<'t> {
    /// What came of an earlier task with the same hypotheses and goal, if there is one.
    pub fn attempt(
        &self,
        set: &TaskSet,
        task: &'t Task,
        patience: Patience,
        attempt: impl FnOnce() -> Attempt<'t>,
    ) -> Attempt<'t> {
        if task.kind != TaskKind::Race {
            return attempt();
        }
        let said = |at: &usize| match set.hypotheses[*at].form {
            Form::Proposition(term) => Said::Proposition(term),
            Form::Assign(_) | Form::Schema(_) => Said::Other(*at),
        };
        let mut hypotheses: Vec<Said> = task.hypotheses.iter().map(said).collect();
        hypotheses.sort_unstable();
        hypotheses.dedup();
        let key = (patience, task.goal, hypotheses);
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return known.carried_to(task);
        }
        let made = attempt();
        if !made.is_interrupted() {
            self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(key, made.clone());
        }
        made
    }
}
