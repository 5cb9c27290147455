//! What execution makes: hypotheses, tasks, assumptions.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;
use crate::kernel::ir::Unsupported;
use crate::logic::TermId;
use crate::tasks::{Hypothesis, Lighter, Reach, Task, TaskKind};

use super::assumptions::Assumption;
use super::symbols::Numbering;

/// What becomes the [`crate::tasks::TaskSet`].
#[derive(Clone, Default)]
pub struct Output {
    pub hypotheses: Vec<Hypothesis>,
    pub tasks: Vec<Task>,
    /// [`crate::tasks::TaskSet::lighter`]
    pub lighter: BTreeMap<String, Vec<Lighter>>,
    /// Hypotheses that say of loops with invariants what is known of them without (LOOP-29), and what the invariants say of these loops after them.
    pub inferred: BTreeSet<usize>,
    pub given: BTreeSet<usize>,
    /// Those that say what locals are of which it is known why they were assigned last.
    pub beside: BTreeSet<usize>,
    pub reach: Vec<Reach>,
    pub notes: Vec<(Span, String)>,
    pub unsupported: Vec<Unsupported>,
    pub assumptions: BTreeSet<Assumption>,
    /// Assumptions that the kernel states.
    pub stated: Vec<String>,
    /// How many tasks have an id, and how many annotations are of a kind.
    pub numbers: Numbering,
    /// For each group of obligations, the number of each source place.
    pub places: BTreeMap<String, BTreeMap<Span, usize>>,
    /// The contexts in which a goal is an obligation already.
    pub obliged: BTreeMap<(TaskKind, TermId), Vec<Vec<usize>>>,
}

impl Output {
    /// LAUNCH-12: the axes in which conversions ask for a launch of few threads.
    pub fn axes_of_few_threads(&self) -> Vec<usize> {
        (0..3).filter(|axis| self.assumptions.contains(&Assumption::FewThreads(*axis))).collect()
    }
}
