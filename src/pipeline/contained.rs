//! Work that is given up where it goes wrong inside of the tool, or needs too much memory: the others go on.

use std::path::Path;

use crate::base::{Diagnostic, Severity, codes, memory};
use crate::kernel::ir::{Kernel, Program, Unsupported};
use crate::report::{Command, KernelReport, KernelVerdict, verdict};

/// Work on one kernel or file of many: the others go on where it goes wrong inside of the tool, or needs too much memory.
///
/// # Errors
///
/// Which of the two it was.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).map_err(|payload| {
        match memory::is_over_limit(payload.as_ref()) {
            true => Fault::Memory,
            false => Fault::Internal,
        }
    })
}

/// Why work on a kernel or file was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    Memory,
    Internal,
}

/// The report of a kernel, also where the work on it is given up.
pub fn kernel(kernel: &Kernel, command: Option<Command>, work: impl FnOnce() -> KernelReport) -> KernelReport {
    guarded(work).unwrap_or_else(|fault| {
        let mut report = KernelReport::of(kernel);
        let (found, construct) = match fault {
            Fault::Memory => {
                let message = "the memory limit was reached at this kernel, so it was given up";
                let found = Diagnostic::new(codes::W0718, Severity::Warning, message)
                    .note("`--memory MEGABYTES` gives more; nothing is claimed about this kernel");
                (found, "a kernel that needs more memory than `--memory` gives")
            }
            Fault::Internal => {
                let message = "internal error at this kernel; the others go on";
                let found = Diagnostic::new(codes::E0099, Severity::Error, message);
                (found.note("please report it, with the file"), "internal error")
            }
        };
        report.diagnostics.push(found.at(kernel.span, ""));
        report.verdict = KernelVerdict::Unknown;
        if command == Some(Command::Check) {
            report.unsupported.push(Unsupported { construct: construct.into(), span: kernel.span });
            report.verdict = verdict::of_check(&report);
        }
        report
    })
}

/// The program of a file, or what is said of it where reading is given up.
pub fn program(path: &Path, lower: impl FnOnce() -> Program) -> Program {
    guarded(lower).unwrap_or_else(|fault| {
        let path = path.display();
        let found = match fault {
            Fault::Memory => {
                let message = format!("the memory limit was reached while reading {path}; the other files go on");
                Diagnostic::new(codes::E0014, Severity::Error, message).note("`--memory MEGABYTES` gives more")
            }
            Fault::Internal => {
                let message = format!("internal error while reading {path}; the other files go on");
                Diagnostic::new(codes::E0099, Severity::Error, message).note("please report it, with the file")
            }
        };
        Program { diagnostics: vec![found], ..Program::default() }
    })
}
