//! `gpuhoare amplify`: one launch, made true for all data.

use std::io;
use std::time::Instant;

use crate::base::{Diagnostic, Files, StopFlag};
use crate::pipeline::amplify;
use crate::report::amplified::{self, Amplification};
use crate::report::{ExitStatus, render};

use super::args::{Amplify, Format};
use super::guard::{self, Cut, failure};
use super::output::{self, Output, Written};
use super::{not_written, print_environment, print_error};

pub fn run(arguments: Amplify, stop: &StopFlag) -> ExitStatus {
    let started = Instant::now();
    let output = match Output::open(arguments.output.output.as_deref(), stop) {
        Ok(output) => output,
        Err(found) => {
            print_environment(&found);
            return ExitStatus::BadInput;
        }
    };
    let format = arguments.output.format;
    let work = move || match arguments.config() {
        Ok(config) => amplify::amplify_file(&arguments.file, &config, &arguments.request()),
        Err(found) => failed(found),
    };
    let (mut amplification, status) = match guard::run(stop, work) {
        Ok(amplification) => {
            let status = amplification.exit_status();
            (amplification, status)
        }
        Err(Cut::Failed(found)) => {
            let status = failure(&found);
            (failed(found), status)
        }
        Err(Cut::Unresponsive) => return ExitStatus::Interrupted,
    };
    amplification.seconds = started.elapsed().as_secs_f64();
    match format {
        Format::Json => output.write(&amplified::document(&amplification)),
        Format::Human => {
            let style = output::style_for(&io::stderr());
            for found in amplification.diagnostics.iter().filter(|found| found.primary.is_none()) {
                print_error(&render::diagnostic(&amplification.sources, found, style));
            }
            output.write(&amplified::human(&amplification, output.style()));
        }
    }
    match output.finish() {
        Ok(Written::All) => status,
        Ok(Written::ReaderLeft) => ExitStatus::Interrupted,
        Err(found) => not_written(&found, status),
    }
}

/// A launch that was not run.
fn failed(found: Diagnostic) -> Amplification {
    Amplification { sources: Files::new(), diagnostics: vec![found], done: None, seconds: 0.0 }
}
