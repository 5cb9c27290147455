//! The report of a command: shown while it works, complete at its end, in the form that is asked for.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use crate::base::config::{Kernels, Required};
use crate::base::{Diagnostic, Files, Severity, StopFlag, codes};
use crate::report::forms::{Form, human, lines};
use crate::report::{Command, ExitStatus, Progress, Run, forms};

use super::args::{self, Format};
use super::emitted;
use super::folder::Folder;
use super::guard::{self, Cut};
use super::listener::Listener;
use super::output::{self, Output, Written};
use super::{not_written, print, print_environment, print_error};

/// How the report is wanted.
pub struct Options {
    pub output: args::Output,
    pub statistics: bool,
    /// What a success must be.
    pub required: Required,
    /// Where all findings go as a baseline.
    pub write_baseline: Option<PathBuf>,
    /// Where a host program of the first launch that goes wrong goes.
    pub emit_host: Option<PathBuf>,
}

impl Options {
    /// Without more than the report.
    pub fn of(output: &args::Output) -> Options {
        Options {
            output: output.clone(),
            statistics: false,
            required: Required::default(),
            write_baseline: None,
            emit_host: None,
        }
    }
}

/// Reports an error that was found before any work.
pub fn fail(command: Command, options: &Options, stop: &StopFlag, found: Diagnostic) -> ExitStatus {
    report(command, options, stop, move |_| Run { diagnostics: vec![found], ..Run::new(command, Files::new()) })
}

/// Does the work, shows it while it runs and its report at the end, whatever that end is.
pub fn report(
    command: Command,
    options: &Options,
    stop: &StopFlag,
    work: impl FnOnce(&dyn Progress) -> Run + Send + 'static,
) -> ExitStatus {
    let started = Instant::now();
    let path = options.output.output.as_deref();
    let written = [path, options.write_baseline.as_deref(), options.emit_host.as_deref()];
    if let Some(found) = written.into_iter().flatten().find_map(|path| output::is_no_source(path).err()) {
        return unwritable(command, options, found);
    }
    let opened = match options.output.format {
        Format::Html => folder(path).and_then(|folder| Ok((Output::open(None, stop)?, folder))),
        Format::Jsonl => Output::growing(path, stop).map(|output| (output, None)),
        Format::Human | Format::Json | Format::Sarif | Format::Junit => {
            Output::open(path, stop).map(|output| (output, None))
        }
    };
    let (output, folder) = match opened {
        Ok((output, folder)) => (Arc::new(output), folder),
        Err(found) => return unwritable(command, options, found),
    };
    let empty = Run { required: options.required.clone(), ..Run::new(command, Files::new()) };
    if options.output.format == Format::Jsonl {
        output.write(&lines::start(Some(command)));
    }
    let listener = Arc::new(Listener::new(output.clone(), (options.output.format, options.output.detail()), empty));
    let listening = listener.clone();
    let ended = guard::run(stop, move || work(&*listening));
    let so_far = listener.results_so_far();
    let mut run = match ended {
        Ok(run) => run,
        Err(Cut::Failed(found)) => {
            let mut run = so_far;
            run.diagnostics.push(found);
            run
        }
        Err(Cut::Unresponsive) => so_far,
    };
    run.interrupted |= stop.is_set();
    if run.interrupted {
        run.not_reached = listener.not_reached(&run);
    }
    conclude(&mut run, options);
    // Merged reports know what the run took.
    run.seconds = run.seconds.max(started.elapsed().as_secs_f64());
    match options.output.format.form() {
        Some(Form::JsonLines) => output.write(&lines::end(&run)),
        Some(form) => output.write(&forms::text(form, &run)),
        None => {
            print_error(&human::environment(&run, output::style_for(&io::stderr())));
            output.write(&human::summary(&run, output.style(), options.output.detail()));
            if options.statistics {
                output.write(&human::statistics(&run));
            }
        }
    }
    if let Some(folder) = &folder {
        match folder.write(&run) {
            Ok(()) => output.write(&format!("\npages: {}\n", folder.index().display())),
            Err(found) => return not_written(&found, run.exit_status()),
        }
    }
    match output.finish() {
        Ok(Written::All) => run.exit_status(),
        // Nobody sees what is missing, so the run counts as cut short.
        Ok(Written::ReaderLeft) => ExitStatus::Interrupted,
        Err(found) => {
            let status = not_written(&found, run.exit_status());
            if let Some(form) = options.output.format.form().filter(|_| options.output.output.is_some()) {
                run.diagnostics.push(found);
                print(&forms::text(form, &run));
            }
            status
        }
    }
}

/// What is seen only when all files were looked at.
fn conclude(run: &mut Run, options: &Options) {
    let is_over = !run.interrupted && !run.all_diagnostics().any(Diagnostic::is_error);
    // Of a part of a run `merge` says it.
    let is_whole = run.part.is_none();
    if options.required.kernels == Kernels::Some && is_over && is_whole && run.kernels().next().is_none() {
        let message = "there is no kernel in what was looked at";
        run.diagnostics.push(Diagnostic::new(codes::E0019, Severity::Error, message));
    }
    if let Some(path) = &options.emit_host {
        let found = emitted::write_first(run, path);
        run.diagnostics.extend(found);
    }
    let Some(path) = options.write_baseline.as_deref().filter(|_| !run.interrupted) else { return };
    let baseline = run.baseline();
    let written = baseline.in_folder(args::folder_of(path));
    let text = serde_json::to_string_pretty(&written).expect("every key of a baseline is a string") + "\n";
    match std::fs::write(path, text) {
        Ok(()) => run.required.baseline = Some(Arc::new(baseline)),
        Err(error) => run.diagnostics.push(output::cannot_write(path, &error)),
    }
}

/// The folder for pages; the command line names it where it asks for them.
fn folder(path: Option<&Path>) -> Result<Option<Folder>, Diagnostic> {
    path.map(Folder::open).transpose()
}

/// Says that the report has nowhere to go; as a document on standard output where one was asked for.
fn unwritable(command: Command, options: &Options, found: Diagnostic) -> ExitStatus {
    match options.output.format.form() {
        Some(form) => {
            print(&forms::text(form, &Run { diagnostics: vec![found], ..Run::new(command, Files::new()) }));
        }
        None => print_environment(&found),
    }
    ExitStatus::BadInput
}
