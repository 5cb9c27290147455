//! The tasks of a kernel: those of its execution, those about races, and those of the functions that it calls by contract.

use crate::base::Config;
use crate::base::config::RaceFreedom;
use crate::exec::{self, log::Log};
use crate::kernel::ir::{Kernel, Unsupported};
use crate::race::{self, Races};
use crate::tasks::{TaskSet, may_be_assumed};

/// What was generated of a kernel so far.
pub struct Generated<'k> {
    kernel: &'k Kernel,
    config: &'k Config,
    /// The kernel's own set first.
    pub sets: Vec<TaskSet>,
    /// What each race task is about.
    pub races: Races,
    /// The record of accesses, barriers and loops.
    pub log: Log,
}

/// Executes the kernel: the tasks about one thread, one block, and what it computes.
pub fn execute<'k>(kernel: &'k Kernel, config: &'k Config) -> Generated<'k> {
    let (set, log) = exec::execute_and_log(kernel, config);
    Generated { kernel, config, sets: vec![wanted(set)], races: Races::default(), log }
}

impl Generated<'_> {
    /// With the tasks about two threads, unless race freedom is assumed.
    #[must_use]
    pub fn with_races(mut self) -> Self {
        self.races = match self.config.race_freedom {
            RaceFreedom::Proved => race::add_tasks(&mut self.sets[0], &self.log, self.kernel, self.config),
            RaceFreedom::Assumed => Races::default(),
        };
        self
    }

    /// With the sets of the functions that are called by contract.
    #[must_use]
    pub fn with_functions(mut self) -> Self {
        self.sets.extend(exec::of_functions(self.kernel, &mut self.log, self.config).into_iter().map(wanted));
        self
    }

    /// The kernel's own set alone.
    pub fn own(mut self) -> TaskSet {
        self.sets.swap_remove(0)
    }

    /// What is not modelled, beyond what the front end found.
    pub fn unsupported(&self) -> impl Iterator<Item = &Unsupported> {
        let all = self.sets.iter().flat_map(|set| &set.unsupported);
        all.filter(|found| !self.kernel.unsupported.contains(found))
    }
}

fn wanted(mut set: TaskSet) -> TaskSet {
    set.tasks.retain(|task| !may_be_assumed(&task.id));
    set
}
