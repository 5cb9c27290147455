//! One solver, asked which of some hypotheses contradict each other.

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use crate::smt::profile::Limits;
use crate::smt::solver::Solver;

use super::processes::lock;
use super::session::{Outcome, Session};

/// A solver that says which hypotheses it needed. Many threads may ask; what was asked before is remembered.
pub struct Refuter {
    solver: Solver,
    limits: Limits,
    idle: Mutex<Vec<Session>>,
    memory: Mutex<FxHashMap<String, Option<Vec<usize>>>>,
}

/// Longer questions are hardly asked twice.
const LONGEST_REMEMBERED: usize = 1 << 13;

impl Refuter {
    /// One that has asked nothing yet.
    pub fn new(solver: Solver, limits: Limits) -> Refuter {
        Refuter { solver, limits, idle: Mutex::default(), memory: Mutex::default() }
    }

    /// The name of the solver's profile.
    pub fn name(&self) -> &str {
        &self.solver.profile.name
    }

    /// The positions of hypotheses that contradict each other, of assertions that are named `h0`, `h1` and so on; nothing if the
    /// solver does not show that some do.
    pub fn refuted(&self, question: &str) -> Option<Vec<usize>> {
        if let Some(known) = lock(&self.memory).get(question) {
            return known.clone();
        }
        let core = self.ask(question);
        if question.len() <= LONGEST_REMEMBERED {
            lock(&self.memory).insert(question.to_owned(), core.clone());
        }
        core
    }

    fn ask(&self, question: &str) -> Option<Vec<usize>> {
        let idle = lock(&self.idle).pop();
        let mut session = match idle {
            Some(mut session) => {
                session.renew(&self.solver, &self.limits, false);
                session
            }
            None => Session::start(&self.solver, &self.limits, false).ok()?,
        };
        session.send("(set-option :produce-unsat-cores true)\n");
        session.send(question);
        let core = match session.check(false) {
            Outcome::Unsat => session.core(),
            _ => None,
        };
        if session.is_renewable(&self.solver) {
            lock(&self.idle).push(session);
        }
        // A name that is none of these would be a hypothesis that is lost.
        let position = |name: String| name.strip_prefix('h')?.parse().ok();
        core?.into_iter().map(position).collect()
    }
}
