//! The run's solvers, opened when the first kernel needs them: a file that cannot be read, or holds nothing to
//! prove, is reported without any.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::base::{Config, Diagnostic, StopFlag};
use crate::report::Progress;
use crate::smt::{self, Answer, Outcome, Portfolio, Query};

/// A portfolio that is opened at most once.
pub struct Solvers<'r> {
    config: &'r Config,
    progress: &'r dyn Progress,
    opened: OnceLock<Result<(Portfolio, Vec<Diagnostic>), Vec<Diagnostic>>>,
    asked: AtomicU64,
    unsteady: AtomicU64,
    digest: OnceLock<Option<[u8; 32]>>,
}

impl<'r> Solvers<'r> {
    /// Solvers that are not opened yet; `progress` is told when they are installed.
    pub fn new(config: &'r Config, progress: &'r dyn Progress) -> Solvers<'r> {
        Solvers {
            config,
            progress,
            opened: OnceLock::new(),
            asked: AtomicU64::new(0),
            unsteady: AtomicU64::new(0),
            digest: OnceLock::new(),
        }
    }

    /// The portfolio; the first call looks for its solvers and may install them.
    ///
    /// # Errors
    ///
    /// As [`smt::open`], the same at every call.
    pub fn open(&self) -> Result<&Portfolio, Vec<Diagnostic>> {
        let open = || smt::open(self.config, &|line| self.progress.message(line));
        self.opened.get_or_init(open).as_ref().map(|(portfolio, _)| portfolio).map_err(Clone::clone)
    }

    /// Puts a query to them.
    ///
    /// # Errors
    ///
    /// As [`Solvers::open`].
    pub fn solve(&self, query: &Query, stop: &StopFlag) -> Result<Answer, Vec<Diagnostic>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let answer = self.open().map(|portfolio| portfolio.solve(query, stop));
        let tries = answer.as_ref().map(|answer| &answer.tries[..]);
        if tries.map_or(true, |tries| tries.iter().any(|ended| may_differ(&ended.outcome))) {
            self.unsteady.fetch_add(1, Ordering::Relaxed);
        }
        answer
    }

    /// What an earlier run has found with them is used.
    pub fn rests_on_them(&self) {
        self.asked.fetch_add(1, Ordering::Relaxed);
    }

    /// How many queries were put to them, and to how many of these another run may have another answer.
    pub fn asked(&self) -> [u64; 2] {
        [&self.asked, &self.unsteady].map(|count| count.load(Ordering::Relaxed))
    }

    /// The solvers, byte by byte. None where there are none, or one cannot be read.
    pub fn digest(&self) -> Option<[u8; 32]> {
        *self.digest.get_or_init(|| self.open().ok().and_then(|portfolio| smt::digest(portfolio.solvers())))
    }

    /// What opening them warned of, or why there are none, if a task needed one.
    pub fn warnings(self) -> Vec<Diagnostic> {
        match self.opened.into_inner() {
            Some(Ok((_, warnings))) => warnings,
            Some(Err(errors)) => errors,
            None => Vec::new(),
        }
    }
}

/// Whether the same query may end otherwise in another run: the clock that stands behind the deterministic limits has struck, or a
/// solver has failed.
fn may_differ(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Timeout | Outcome::Failed(_) => true,
        Outcome::Sat { .. } | Outcome::Unsat | Outcome::Unknown(_) | Outcome::Stopped => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_clock_or_a_failure_ends_may_differ() {
        assert!(may_differ(&Outcome::Timeout) && may_differ(&Outcome::Failed("it ended".into())));
        let reason = Outcome::Unknown("max. resource limit exceeded".into());
        assert!(!may_differ(&reason) && !may_differ(&Outcome::Unsat));
    }
}
