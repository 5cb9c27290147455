//! `gpuhoare vcs`: the tasks of a stage as text. Only they go to the output, so that a solver or a
//! reader of the text form can take it as it is; diagnostics go to standard error.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::base::{Config, Diagnostic, Files, Severity, StopFlag, codes};
use crate::kernel::text;
use crate::pipeline::{self, stages, tasks_file};
use crate::report::{Command, ExitStatus, FileReport, Run, human};

use super::args::Vcs;
use super::guard::{self, Cut, failure};
use super::output::{self, Output, Written};
use super::{not_written, print_environment, print_error};

pub fn run(arguments: Vcs, stop: &StopFlag) -> ExitStatus {
    let opened = arguments.config().and_then(|config| Ok((config, Output::open(arguments.output.as_deref(), stop)?)));
    let (config, output) = match opened {
        Ok((config, output)) => (config, Arc::new(output)),
        Err(found) => {
            print_environment(&found);
            return ExitStatus::BadInput;
        }
    };
    let (printing, stopped) = (output.clone(), stop.clone());
    let status = match guard::run(stop, move || print_tasks(&arguments, &config, &printing, &stopped)) {
        Ok(run) => {
            let style = output::style_for(&io::stderr());
            print_error(&human::environment(&run, style));
            print_error(&human::of_run(&run, style));
            for file in &run.files {
                print_error(&human::file(&run.sources, file, style));
                for kernel in file.kernels.iter().filter(|kernel| !kernel.verdict.is_success()) {
                    print_error(&human::kernel(&run.sources, kernel, style));
                }
            }
            run.exit_status()
        }
        Err(Cut::Failed(found)) => {
            print_environment(&found);
            failure(&found)
        }
        Err(Cut::Unresponsive) => ExitStatus::Interrupted,
    };
    match output.finish() {
        Ok(Written::All) if stop.is_set() => ExitStatus::Interrupted,
        Ok(Written::All) => status,
        Ok(Written::ReaderLeft) => ExitStatus::Interrupted,
        Err(found) => not_written(&found, status),
    }
}

fn print_tasks(arguments: &Vcs, config: &Config, output: &Output, stop: &StopFlag) -> Run {
    let mut run = Run::new(Command::Vcs, Files::new());
    let side = pipeline::side_files(&mut run.sources, config, &mut run.diagnostics);
    let Some(side) = side else { return run };
    let mut names = Vec::new();
    for path in &arguments.files {
        if tasks_file::is_one(path) {
            names.extend(print_read_tasks(&mut run, path, arguments, config, output));
            continue;
        }
        let program = pipeline::lower(&mut run.sources, path, &side, config);
        let mut file = FileReport { path: path.display().to_string(), ..FileReport::default() };
        file.diagnostics = program.diagnostics;
        if program.kernels.is_empty() && file.diagnostics.is_empty() {
            let message = format!("{} holds no kernel", file.path);
            file.diagnostics.push(Diagnostic::new(codes::W0001, Severity::Note, message));
        }
        for kernel in program.kernels.iter().filter(|_| !stop.is_set()) {
            names.push(kernel.name.clone());
            if !pipeline::is_asked_for(&kernel.name, config) {
                continue;
            }
            let report = pipeline::check_kernel(kernel, config);
            match arguments.stage.as_str() {
                _ if arguments.stats && report.verdict.is_success() => {
                    output.write(&stages::statistics_of_kernel(kernel, &program.theory, config));
                }
                _ if arguments.stats => {}
                "ir" => output.write(&text::kernel(kernel)),
                stage if report.verdict.is_success() => {
                    output.write(&stages::tasks(kernel, &program.theory, config, stage, arguments.notation()));
                }
                _ => {}
            }
            file.kernels.push(report);
        }
        run.files.push(file);
    }
    run.diagnostics.extend(pipeline::unknown_kernels(&names, config));
    run
}

/// Prints the tasks of a file of tasks; gives the names of its kernels.
fn print_read_tasks(run: &mut Run, path: &Path, arguments: &Vcs, config: &Config, output: &Output) -> Vec<String> {
    let mut file = FileReport { path: path.display().to_string(), ..FileReport::default() };
    let sets = match tasks_file::read(&mut run.sources, path) {
        Ok(_) if arguments.stage == "ir" => {
            let message = format!("{} holds tasks, and not the kernels that they are of", file.path);
            file.diagnostics.push(Diagnostic::new(codes::E0005, Severity::Error, message));
            Vec::new()
        }
        Ok(sets) => sets,
        Err(found) => {
            file.diagnostics.push(found);
            Vec::new()
        }
    };
    for set in sets.iter().filter(|set| pipeline::is_asked_for(&set.kernel, config)) {
        let report = pipeline::check_tasks(set);
        match report.verdict.is_success() {
            true if arguments.stats => output.write(&stages::statistics(set, config)),
            true => output.write(&stages::tasks_of(set, config, &arguments.stage, arguments.notation())),
            false => {}
        }
        file.kernels.push(report);
    }
    run.files.push(file);
    sets.into_iter().map(|set| set.kernel).collect()
}
