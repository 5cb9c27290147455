//! `gpuhoare run` and `gpuhoare amplify`: one launch in the concrete machine.

use std::io;
use std::time::Instant;

use crate::base::{Diagnostic, StopFlag};
use crate::pipeline::{amplify, run};
use crate::report::execution::{Execution, Shown};
use crate::report::{ExitStatus, render};

use super::args::{Amplify, Execute, Format, Output as Wanted};
use super::guard::{self, Cut, failure};
use super::output::{self, Output, Written};
use super::{not_written, print_environment, print_error};

/// One launch with its data.
pub fn run(arguments: Execute, stop: &StopFlag) -> ExitStatus {
    launch(arguments.output.clone(), stop, move || {
        Ok(run::run_file(&arguments.file, &arguments.config()?, &arguments.request()))
    })
}

/// One launch, for all data.
pub fn amplify(arguments: Amplify, stop: &StopFlag) -> ExitStatus {
    launch(arguments.output.clone(), stop, move || {
        Ok(amplify::amplify_file(&arguments.file, &arguments.config()?, &arguments.request()))
    })
}

fn launch<D: Shown + Send + 'static>(
    wanted: Wanted,
    stop: &StopFlag,
    work: impl FnOnce() -> Result<Execution<D>, Diagnostic> + Send + 'static,
) -> ExitStatus {
    let started = Instant::now();
    let output = match Output::open(wanted.output.as_deref(), stop) {
        Ok(output) => output,
        Err(found) => {
            print_environment(&found);
            return ExitStatus::BadInput;
        }
    };
    let (mut execution, status) = match guard::run(stop, move || work().unwrap_or_else(Execution::failed)) {
        Ok(execution) => {
            let status = D::exit_status(&execution);
            (execution, status)
        }
        Err(Cut::Failed(found)) => {
            let status = failure(&found);
            (Execution::failed(found), status)
        }
        Err(Cut::Unresponsive) => return ExitStatus::Interrupted,
    };
    execution.seconds = started.elapsed().as_secs_f64();
    match wanted.format {
        Format::Json => output.write(&D::document(&execution)),
        Format::Human => {
            // What concerns no source text goes to standard error.
            let style = output::style_for(&io::stderr());
            for found in execution.diagnostics.iter().filter(|found| found.primary.is_none()) {
                print_error(&render::diagnostic(&execution.sources, found, style));
            }
            output.write(&D::human(&execution, output.style()));
        }
    }
    match output.finish() {
        Ok(Written::All) => status,
        Ok(Written::ReaderLeft) => ExitStatus::Interrupted,
        Err(found) => not_written(&found, status),
    }
}
