//! What a run tells while it works. The pipeline calls; the command line shows.

use std::path::PathBuf;

use crate::base::Files;

use super::model::{FileReport, KernelReport, TaskResult};

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
