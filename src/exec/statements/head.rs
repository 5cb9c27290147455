//! A loop at its head, before the body runs: its state, its counters, who takes part.

use std::rc::Rc;

use super::phases::Phases;
use crate::exec::analysis::Level;
use crate::exec::state::Store;
use crate::kernel::ir::LocalId;
use crate::logic::TermId;

/// The loop at its head, before the body runs.
pub struct Head {
    pub counters: Vec<Counter>,
    /// Locals that each iteration doubles or halves.
    pub geometric: Vec<Geometric>,
    /// Locals that come back to what they were.
    pub phases: Phases,
    /// Who entered, and who runs the coming iteration.
    pub entry: TermId,
    pub running: TermId,
    pub guard: TermId,
    pub count: TermId,
    /// Symbols from here on are born at the head or later.
    pub symbols: usize,
    /// Hypotheses before the first of these hold where the loop is entered; from the second on they belong to the body.
    pub entered: usize,
    pub hypotheses: usize,
    /// Those of the body that say that some thread runs it.
    pub someone: std::ops::Range<usize>,
    /// The state here, and at entry.
    pub store: Rc<Store>,
    pub before: Rc<Store>,
}

/// An affine counter: at the head `head = entry + steps * step`.
#[derive(Clone, Copy)]
pub struct Counter {
    pub local: LocalId,
    pub head: TermId,
    pub entry: TermId,
    pub step: TermId,
    pub steps: TermId,
}

/// The counters of a loop.
#[derive(Default)]
pub struct Counters {
    pub affine: Vec<Counter>,
    pub geometric: Vec<Geometric>,
}

/// The iterations of a loop, at its head.
pub struct Counted {
    /// The loop's name.
    pub name: String,
    /// Finished ones.
    pub count: TermId,
    pub guard: TermId,
    /// Who runs the next one.
    pub running: TermId,
    /// What counters are for them, where the count says who that is (LOOP-54).
    pub by_count: Vec<(LocalId, TermId)>,
    /// Symbols from this one on are younger than the loop.
    pub symbols: usize,
    pub told: Told,
    pub phases: Phases,
}

/// By what the counters of a thread are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// The common count of iterations, which clauses and barriers speak of.
    Count,
    /// The thread's own iterations: the loop may be known by these (LOOP-29), and no clause or barrier speaks of the common count.
    Iterations,
    /// The count, or the iterations where what the invariants say is left out (RACE-42).
    Either,
}

/// A counter that each iteration doubles or halves.
#[derive(Clone, Copy)]
pub struct Geometric {
    pub local: LocalId,
    pub halves: bool,
    pub level: Level,
    /// Its values at the loop's head and at its entry.
    pub head: TermId,
    pub entry: TermId,
}
