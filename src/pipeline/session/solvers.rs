//! The run's solvers, opened when the first kernel needs them: a file that cannot be read, or holds nothing to
//! prove, is reported without any.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::base::{Config, Diagnostic, StopFlag};
use crate::report::Progress;
use crate::smt::{self, Answer, Outcome, Portfolio, Query};

/// A portfolio that is opened at most once.
pub struct Solvers<'r> {
    config: &'r Config,
    progress: &'r dyn Progress,
    opened: OnceLock<Result<(Portfolio, Vec<Diagnostic>), Vec<Diagnostic>>>,
    asked: AtomicU64,
    failed: AtomicBool,
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
            failed: AtomicBool::new(false),
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
        let failed = |answer: &Answer| answer.tries.iter().any(|ended| matches!(ended.outcome, Outcome::Failed(_)));
        if answer.as_ref().map_or(true, failed) {
            self.failed.store(true, Ordering::Relaxed);
        }
        answer
    }

    /// How many queries were put to them.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether one of them could not be started, or has failed.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
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
