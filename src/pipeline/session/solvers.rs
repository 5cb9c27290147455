//! The run's solvers, opened when the first kernel needs them: a file that cannot be read, or holds nothing to
//! prove, is reported without any.

use std::sync::OnceLock;

use crate::base::{Config, Diagnostic};
use crate::report::Progress;
use crate::smt::{self, Portfolio};

/// A portfolio that is opened at most once.
pub struct Solvers<'r> {
    config: &'r Config,
    progress: &'r dyn Progress,
    opened: OnceLock<Result<(Portfolio, Vec<Diagnostic>), Vec<Diagnostic>>>,
}

impl<'r> Solvers<'r> {
    /// Solvers that are not opened yet; `progress` is told when they are installed.
    pub fn new(config: &'r Config, progress: &'r dyn Progress) -> Solvers<'r> {
        Solvers { config, progress, opened: OnceLock::new() }
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

    /// What opening them warned of, or why there are none, if a task needed one.
    pub fn warnings(self) -> Vec<Diagnostic> {
        match self.opened.into_inner() {
            Some(Ok((_, warnings))) => warnings,
            Some(Err(errors)) => errors,
            None => Vec::new(),
        }
    }
}
