//! What a run found, as data ([`model`]), what follows from it ([`verdict`]), and its two forms:
//! the JSON document ([`json`]) and the text for people ([`forms::human`]).
//!
//! ```
//! use gpuhoare::base::Files;
//! use gpuhoare::report::{Command, ExitStatus, Run, json};
//!
//! let run = Run::new(Command::Prove, Files::new());
//! assert_eq!(run.exit_status(), ExitStatus::Success);
//! assert!(json::text(&run).contains("\"schema\": 1"));
//! ```

pub mod accepted;
pub mod amplified;
pub mod audit;
pub mod conflict;
pub mod counterexample;
pub mod document;
pub mod execution;
pub mod findings;
pub mod forms;
pub mod host_program;
pub mod json;
pub mod model;
pub mod outline;
pub mod render;
pub mod shard;
mod status;
pub mod unproved;
pub mod verdict;
pub mod violation;
mod words;

use std::path::PathBuf;

use crate::base::Files;

pub use conflict::{Conflict, Divergence, Side};
pub use counterexample::{Blame, Counterexample, Iteration, LaunchShape, Scalar, ThreadIndex};
pub use model::{
    AmplifiedLaunch, Command, ContractReport, Cost, Coverage, Dependence, FileReport, Inputs, KernelReport, LaunchFrom,
    Launched, Offer, Parts, Role, Run, Scope, Stage, TaskResult, TaskVerdict,
};
pub use outline::{LoopOutline, Outline};
pub use render::Style;
pub use status::{ExitStatus, KernelVerdict, Standing};

/// Listens to a run. Tasks are solved in parallel, so every method may be called from any thread;
/// `file_read` and `kernel_done` come in the order of the report.
pub trait Progress: Sync {
    /// Something that takes a while and is no result: "installing z3".
    fn message(&self, _line: &str) {}

    /// These files are to be looked at, in about this order.
    fn started(&self, _paths: &[PathBuf]) {}

    /// The file is read and parsed; its own diagnostics are complete, its kernels are still to come.
    fn file_read(&self, _sources: &Files, _file: &FileReport) {}

    /// Solvers begin with tasks of a kernel, so many of them.
    fn kernel_started(&self, _name: &str, _tasks: usize) {}

    /// It is decided what became of a task.
    fn task_done(&self, _task: &TaskResult) {}

    /// The report of a kernel is complete.
    fn kernel_done(&self, _sources: &Files, _kernel: &KernelReport) {}
}

/// Listens to nothing.
pub struct Silent;

impl Progress for Silent {}
