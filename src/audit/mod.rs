//! Audits derivations: whether the lines of a derivation prove its task, with terms, substitution and questions of its own. Of the
//! rest of the program it imports `base` alone, so that an error in the simplifier is none here. `docs/derivations.md` says what
//! each line claims and why it is checked as it is.
//!
//! A line is checked only if the proof needs it: what the goal of a part follows from is asked first, and what a solver's core
//! names is checked in turn, from the end to the beginning.

mod check;
mod instances;
mod laws;
mod print;
mod read;
mod solve;
mod statements;
mod terms;

use std::collections::BTreeMap;

pub use check::audit;

/// Whoever can say that a question has no model.
pub trait Solver: Sync {
    /// The numbers of the hypotheses of which one of them has to be false, if that is shown. The question is SMT-LIB; the
    /// hypotheses are named `h0`, `h1` and so on.
    fn refuted(&self, question: &str) -> Option<Vec<usize>>;
}

/// By whom a derivation, or a claim in it, was checked. The first is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum By {
    /// By substitution and comparison alone.
    Structure,
    /// Each question by both solvers.
    Both,
    /// Some question by one solver, which is given by its position.
    One(usize),
    /// It is not.
    Nobody,
}

/// What came of the audit of a task.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The worst of what is needed.
    pub by: By,
    /// How many claims were needed, by whom they were checked.
    pub claims: BTreeMap<By, usize>,
    /// The lines, from 1, that are not proved, each with what is wrong.
    pub open: Vec<(usize, String)>,
}

impl Audited {
    fn nothing() -> Audited {
        Audited { by: By::Structure, claims: BTreeMap::new(), open: Vec::new() }
    }

    /// One that cannot be checked, with the line that is at fault.
    pub fn refused(line: usize, why: &str) -> Audited {
        Audited { by: By::Nobody, open: vec![(line, why.to_owned())], ..Audited::nothing() }
    }

    fn claim(&mut self, by: By) {
        self.by = self.by.max(by);
        *self.claims.entry(by).or_default() += 1;
    }
}
