//! The commands: arguments in, report out, exit code back.

mod args;
mod bench;
mod commands;
mod guard;
mod listener;
mod output;
mod run;
mod solvers;
mod vcs;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::base::{Diagnostic, Files, Severity, StopFlag, codes, memory};
use crate::report::{ExitStatus, Run, json, render};
use crate::smt;

use args::Arguments;

/// Runs gpuhoare with these arguments, the program's name first.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    guard::catch_panics();
    memory::limit(memory::DEFAULT_MEGABYTES);
    let status = match Arguments::try_parse_from(&arguments) {
        Ok(parsed) => {
            let stop = StopFlag::new();
            if let Err(error) = guard::listen_for_interrupts(&stop, smt::shut_down) {
                eprintln!("warning: Ctrl-C will end the run without a report: {error}");
            }
            let status = commands::run(parsed, &stop);
            // Work that was left behind may still have solvers.
            smt::shut_down();
            status
        }
        Err(error) => refuse(&error, &arguments),
    };
    ExitCode::from(status.code())
}

/// Answers a command line that is not one, or that asks for help.
fn refuse(error: &clap::Error, arguments: &[OsString]) -> ExitStatus {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            return ExitStatus::Success;
        }
        _ if !asks_for_json(arguments) => {
            let _ = error.print();
            return ExitStatus::BadInput;
        }
        _ => {}
    }
    let text = error.render().to_string();
    let message = text.trim().trim_start_matches("error: ");
    let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
    let mut found = Diagnostic::new(codes::E0005, Severity::Error, first);
    if !rest.trim().is_empty() {
        found = found.note(rest.trim());
    }
    let run = Run { diagnostics: vec![found], ..Run::empty() };
    print(&json::text(&run));
    run.exit_status()
}

/// Whether `--format json` was among arguments that could not be read as a whole.
fn asks_for_json(arguments: &[OsString]) -> bool {
    let follows = arguments.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json");
    follows || arguments.iter().any(|argument| argument == "--format=json")
}

/// Writes to standard output; a reader that has left is no fault.
fn print(text: &str) {
    use std::io::Write;
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Writes diagnostics that concern no source text to standard error.
fn print_environment(found: &Diagnostic) {
    let style = output::style_for(&std::io::stderr());
    eprint!("{}", render::diagnostic(&Files::new(), found, style));
}
