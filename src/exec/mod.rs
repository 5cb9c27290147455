//! Lock-step symbolic execution: kernel IR to tasks. The rules are those of `specs/rules`.
//!
//! Each folder uses only those before it: `analysis` asks what needs no execution; `state` keeps terms, versions, masks,
//! hypotheses and tasks; `values` evaluates expressions; `threads` is what threads do together; `statements` executes.
//! `entry` makes the state in which a kernel begins, `run` executes it, `functions` what it calls by contract.

mod analysis;
mod entry;
mod functions;
mod lemmas;
mod run;
mod state;
mod statements;
#[cfg(test)]
mod tests;
mod threads;
mod triggers;
mod values;

use crate::base::Config;
use crate::kernel::ir::Kernel;
use crate::tasks::TaskSet;

pub use self::analysis::reach;
pub use self::functions::of_functions;
pub use self::lemmas::{Statement, TheoryTasks, assume, theory};
pub use self::state::assumptions::{
    BOUNDS_NOT_CHECKED, HARDWARE_LIMITS, RACE_FREEDOM, SATISFIABLE_CONTRACT, TERMINATION_NOT_PROVED,
};
pub use self::state::{launch, log};

use self::log::Log;
use self::state::Executor;

/// Executes a kernel in lock-step and gives its tasks. When something is not modelled, `unsupported` says what and
/// there are no tasks. A kernel that has errors or `unsupported` entries of its own is not executed.
pub fn execute(kernel: &Kernel, config: &Config) -> TaskSet {
    execute_and_log(kernel, config).0
}

/// The same, with the record of accesses and barriers.
pub fn execute_and_log(kernel: &Kernel, config: &Config) -> (TaskSet, Log) {
    let broken = kernel.diagnostics.iter().any(crate::base::Diagnostic::is_error);
    if kernel.unsupported.is_empty() && !broken {
        return Executor::executed(kernel, config, None).finish();
    }
    let mut executor = Executor::new(kernel, config, None);
    executor.output.unsupported.extend(kernel.unsupported.iter().cloned());
    executor.finish()
}
