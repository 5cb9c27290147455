//! `gpuhoare vcs`: the tasks of a stage as text. Only they go to the output, so that a solver or a
//! reader of the text form can take it as it is; diagnostics go to standard error.

use std::io;
use std::sync::Arc;

use crate::base::StopFlag;
use crate::pipeline;
use crate::pipeline::show::Shown;
use crate::report::ExitStatus;
use crate::report::forms::human;

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
    let work = move || {
        let print = |text: &str| printing.write(text);
        pipeline::show_files(
            &arguments.files,
            &config,
            &stopped,
            &Shown::new(&arguments.stage, arguments.notation(), &print),
        )
    };
    let status = match guard::run(stop, work) {
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
