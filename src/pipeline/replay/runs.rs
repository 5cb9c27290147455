//! Launches of a kernel: the first few of them, many more where a task is open, and those that solvers propose.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::base::config::IntMode;
use crate::base::{Config, Diagnostic, StopFlag};
use crate::exec::log::Forgotten;
use crate::kernel::ir::Kernel;
use crate::report::TaskResult;
use crate::witness::{self, Effort, Found, Proposal, Search};

use super::findings::{is_open, refutes};
use super::{Replay, refute, remarks};

/// What small launches show of a kernel.
#[derive(Default)]
pub struct Runs<'k> {
    /// Whose launches are run, and until when. None where every task is to be decided, whatever runs show.
    subject: Option<(&'k Kernel, &'k Config, &'k StopFlag)>,
    /// The first few of them, and many more; run when they are first asked for.
    first: OnceLock<Found>,
    more: OnceLock<Found>,
    /// Sizes of launches in which tasks may be false, as solvers' models have them.
    proposals: Mutex<Vec<Proposal>>,
}

impl<'k> Runs<'k> {
    /// Launches of a kernel.
    pub fn of(kernel: &'k Kernel, config: &'k Config, stop: &'k StopFlag) -> Runs<'k> {
        Runs { subject: Some((kernel, config, stop)), ..Runs::default() }
    }

    /// These launches, and no more.
    pub fn only(found: Found) -> Runs<'k> {
        Runs { first: OnceLock::from(found), ..Runs::default() }
    }

    /// What the first launches show.
    pub fn found(&self) -> &Found {
        let search = |(kernel, config, stop)| witness::search(kernel, config, Effort::SMALL, stop);
        self.first.get_or_init(|| self.subject.map(search).unwrap_or_default())
    }

    /// Whether the first launches decide what becomes of the kernel.
    pub fn decide(&self, config: &Config) -> bool {
        self.subject.is_some() && refutes(self.found(), config)
    }

    /// Many more launches, run when they are first asked for, until nobody wants to know.
    pub fn more(&self, done: &dyn Fn() -> bool) -> Option<&Found> {
        let (kernel, config, stop) = self.subject?;
        Some(self.more.get_or_init(|| witness::search_until(kernel, config, Effort::LARGE, stop, &|_| done())))
    }

    /// Keeps launches to try where tasks are open.
    pub fn propose(&self, proposals: Vec<Proposal>) {
        let mut known = self.proposals.lock().unwrap_or_else(PoisonError::into_inner);
        for proposal in proposals {
            if !known.contains(&proposal) {
                known.push(proposal);
            }
        }
    }

    /// The launches to try where tasks are open, as solvers' models have them.
    pub fn into_proposals(self) -> Vec<Proposal> {
        self.proposals.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts what runs show beside what was proved, and looks further where something is open. What they show, and what is said
    /// of it.
    pub fn replay(
        self,
        tasks: &mut Vec<TaskResult>,
        unknown_after: &[Forgotten],
        replay: &Replay<'_>,
        stop: &StopFlag,
    ) -> (Found, Vec<Diagnostic>) {
        let Replay { kernel, config, .. } = *replay;
        let is_any_open = |tasks: &[TaskResult]| tasks.iter().any(is_open);
        let mut found = self.found().clone();
        let mut diagnostics = refute::apply(tasks, &found, replay);
        if is_any_open(tasks)
            && let Some(more) = self.more(&|| false)
        {
            found = more.clone();
            diagnostics.extend(refute::apply(tasks, &found, replay));
        }
        let proposals = self.into_proposals();
        if is_any_open(tasks) && !proposals.is_empty() {
            let mut search = Search::new(kernel, config, witness::options(config), stop);
            search.propose(&proposals, &|_| false);
            diagnostics.extend(refute::apply(tasks, search.found(), replay));
            found.add(search.found());
        }
        if !stop.is_set() {
            remarks::classify(tasks, unknown_after, &found, replay);
        }
        diagnostics.extend(remarks::met(tasks, &found, replay));
        diagnostics.extend(remarks::outside(tasks, &found, replay));
        if found.findings.is_empty() && config.ints == IntMode::Math {
            let found = witness::search_machine(kernel, config, Effort::SMALL, stop);
            diagnostics.extend(remarks::machine_only(&found, replay));
        }
        (found, diagnostics)
    }
}
