//! Whoever looks at what the stages make.

use std::ops::ControlFlow;
use std::path::Path;

use crate::base::{Config, Diagnostic};
use crate::kernel::ir::Kernel;
use crate::report::KernelReport;
use crate::simplify::Part;
use crate::simplify::engine::Engine;
use crate::tasks::{Task, TaskSet};

/// Is shown what a stage made before the next one begins. A kernel's way ends where its tap has seen enough.
pub trait Tap: Sync {
    /// A file holds tasks. An error where they are not wanted.
    ///
    /// # Errors
    ///
    /// What is said of the file instead.
    fn tasks_read(&self, _path: &Path) -> Result<(), Diagnostic> {
        Ok(())
    }

    /// A kernel in the IR.
    fn lowered(&self, _kernel: &Kernel) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The tasks of a kernel as they are generated.
    fn generated(&self, _sets: &[TaskSet]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A task that is simplified next.
    fn simplifying(&self, _set: &TaskSet, _task: &Task) {}

    /// A part of the task after a pass of the simplifier.
    fn passed(&self, _part: &str, _pass: &str, _engine: &Engine) {}

    /// The parts of the task as they go to solvers.
    fn simplified(&self, _parts: &[Part]) {}

    /// A kernel of which all is proved, and its tasks.
    fn proved(&self, _report: &KernelReport, _sets: &[TaskSet], _config: &Config) {}

    /// The invariants that a kernel's loops are known to keep, by the names of the loops, beside those that are written (LOOP-53).
    fn invariants(&self, _kernel: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Whether kernels may be proved again for the launches that the program makes.
    fn asks_as_launched(&self) -> bool {
        false
    }

    /// Whether the report of an earlier run will do: whoever wants to see the stages wants them to happen.
    fn may_be_kept(&self) -> bool {
        false
    }

    /// Whether tasks are simplified and not put to solvers.
    fn ends_at_solvers(&self) -> bool {
        false
    }
}

/// Looks at nothing, and wants verdicts.
pub struct Unwatched;

impl Tap for Unwatched {
    fn asks_as_launched(&self) -> bool {
        true
    }

    fn may_be_kept(&self) -> bool {
        true
    }
}
