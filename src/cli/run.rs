//! `gpuhoare run`: one launch in the concrete machine.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::base::{Diagnostic, Files, Severity, StopFlag, codes, memory};
use crate::interp;
use crate::pipeline::run;
use crate::report::execution::{self, Done, Execution};
use crate::report::{ExitStatus, Style, host_program, render};

use super::args::{Execute, ShownAs};
use super::guard::{self, Cut, failure};
use super::output::{self, Output, Written};
use super::{not_written, print_environment, print_error};

pub fn run(arguments: Execute, stop: &StopFlag) -> ExitStatus {
    let started = Instant::now();
    let written = [arguments.output.output.as_deref(), arguments.emitted.emit_host.as_deref()];
    if let Some(found) = written.into_iter().flatten().find_map(|path| output::is_no_source(path).err()) {
        print_environment(&found);
        return ExitStatus::BadInput;
    }
    let output = match Output::open(arguments.output.output.as_deref(), stop) {
        Ok(output) => Arc::new(output),
        Err(found) => {
            print_environment(&found);
            return ExitStatus::BadInput;
        }
    };
    if let Some(megabytes) = arguments.memory {
        memory::limit(megabytes);
    }
    let format = arguments.output.format;
    let (emit, file) = (arguments.emitted.emit_host.clone(), arguments.file.display().to_string());
    let work = move || match arguments.config() {
        Ok(config) => run::run_file(&arguments.file, &config, &arguments.request()),
        Err(found) => failed(found),
    };
    let (mut execution, status) = match guard::run(stop, work) {
        Ok(execution) => {
            let status = execution.exit_status();
            (execution, status)
        }
        Err(Cut::Failed(found)) => {
            let status = failure(&found);
            (failed(found), status)
        }
        Err(Cut::Unresponsive) => return ExitStatus::Interrupted,
    };
    if let (Some(path), Some(done)) = (emit, &execution.done) {
        execution.diagnostics.extend(emitted(done, &file, &path));
    }
    execution.seconds = started.elapsed().as_secs_f64();
    match format {
        ShownAs::Json => output.write(&execution::document(&execution)),
        ShownAs::Human => {
            let style = output::style_for(&io::stderr());
            environment(&execution, style);
            output.write(&execution::human(&execution, output.style()));
        }
    }
    match output.finish() {
        Ok(Written::All) => status,
        Ok(Written::ReaderLeft) => ExitStatus::Interrupted,
        Err(found) => not_written(&found, status),
    }
}

/// Writes the launch as a host program; what stands in the way.
fn emitted(done: &Done, file: &str, path: &Path) -> Option<Diagnostic> {
    let said =
        done.outcome.violations.first().map_or("nothing went wrong in gpuhoare's machine", |found| &found.message);
    let options = interp::Options { schedule: done.outcome.schedule, ..interp::Options::default() };
    let touches = interp::touches(&done.kernel, &done.setup, &options).unwrap_or_default();
    match host_program::text((&done.kernel, &done.setup), &touches, file, said) {
        Ok(text) => super::emitted::write(&text, file, path),
        Err(why) => {
            let message = format!("no host program was written: {why}");
            Some(Diagnostic::new(codes::W0007, Severity::Warning, message))
        }
    }
}

/// A run that did not come to be.
fn failed(found: Diagnostic) -> Execution {
    Execution { sources: Files::new(), diagnostics: vec![found], done: None, seconds: 0.0 }
}

/// What concerns no source text goes to standard error.
fn environment(execution: &Execution, style: Style) {
    for found in execution.diagnostics.iter().filter(|found| found.primary.is_none()) {
        print_error(&render::diagnostic(&execution.sources, found, style));
    }
}
