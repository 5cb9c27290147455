//! `gpuhoare audit`: the derivations of `prove --proof` against the source.

use std::ffi::OsString;
use std::sync::Arc;

use clap::Parser;

use crate::base::{Diagnostic, Severity, StopFlag, codes};
use crate::pipeline::derivations::{self, Manifest};
use crate::report::audit::Audit;
use crate::report::{ExitStatus, Progress};

use super::args::{self, Action, Arguments, ShownAs};
use super::guard::{self, Cut};
use super::output::{Output, Written};
use super::{not_written, print_environment, print_error};

pub fn run(arguments: args::Audit, stop: &StopFlag) -> ExitStatus {
    let output = match Output::open(arguments.output.output.as_deref(), stop) {
        Ok(output) => Arc::new(output),
        Err(found) => {
            print_environment(&found);
            return ExitStatus::BadInput;
        }
    };
    let (format, stopped) = (arguments.output.format, stop.clone());
    let audit = match guard::run(stop, move || audit(&arguments, &stopped)) {
        Ok(audit) => audit,
        Err(Cut::Failed(found)) => Audit { diagnostics: vec![found], ..Audit::default() },
        Err(Cut::Unresponsive) => return ExitStatus::Interrupted,
    };
    output.write(&match format {
        ShownAs::Json => audit.json(),
        ShownAs::Human => audit.text(output.style()),
    });
    match output.finish() {
        Ok(Written::All) => audit.exit_status(),
        Ok(Written::ReaderLeft) => ExitStatus::Interrupted,
        Err(found) => not_written(&found, audit.exit_status()),
    }
}

/// Tells that solvers are installed.
struct Messages;

impl Progress for Messages {
    fn message(&self, line: &str) {
        print_error(&format!("{line}\n"));
    }
}

fn audit(arguments: &args::Audit, stop: &StopFlag) -> Audit {
    let wrong = |found: Diagnostic| Audit { diagnostics: vec![found], ..Audit::default() };
    let manifest = match derivations::manifest(&arguments.folder) {
        Ok(manifest) => manifest,
        Err(found) => return wrong(found),
    };
    match options(&manifest, arguments) {
        Ok(prove) => match prove.config() {
            Ok(config) => {
                derivations::audit_file(&arguments.folder, &manifest, &arguments.source, &config, stop, &Messages)
            }
            Err(found) => wrong(found),
        },
        Err(found) => wrong(found),
    }
}

/// The command line of the run that has written the derivations, of this source.
fn options(manifest: &Manifest, arguments: &args::Audit) -> Result<args::Prove, Diagnostic> {
    let words = ["gpuhoare", "prove"].map(OsString::from).into_iter();
    let given = manifest.options.iter().map(OsString::from);
    let all: Vec<OsString> = words.chain(given).chain([arguments.source.clone().into_os_string()]).collect();
    match Arguments::try_parse_from(all).map(|parsed| parsed.action) {
        Ok(Action::Prove(prove)) => Ok(prove),
        Ok(_) | Err(_) => {
            let message = "the options in the manifest are none of `prove`";
            Err(Diagnostic::new(codes::E0015, Severity::Error, message).note(manifest.options.join(" ")))
        }
    }
}
