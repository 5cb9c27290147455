//! The commands: arguments in, report out, exit code back.

mod args;
mod audit;
mod bench;
mod cache;
mod commands;
mod emitted;
mod folder;
mod guard;
mod listener;
mod offers;
mod output;
mod oversights;
mod reporting;
mod run;
mod settings;
mod setup;
mod solvers;
mod vcs;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, ValueEnum};

use crate::base::{Diagnostic, Files, Severity, StopFlag, codes, memory};
use crate::report::forms::Form;
use crate::report::render::{self, Style};
use crate::report::{ExitStatus, Run, forms};
use crate::smt;

use args::{Arguments, Format};

/// Runs gpuhoare with these arguments, the program's name first.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    guard::catch_panics();
    memory::limit(memory::DEFAULT_MEGABYTES);
    let found = match settings::find(&arguments) {
        Ok(found) => found,
        Err(wrong) => return ExitCode::from(misconfigured(*wrong, &arguments).code()),
    };
    let (words, parsed) = parsed(&arguments, found.as_ref());
    let status = match parsed {
        Ok(parsed) => {
            let stop = StopFlag::new();
            if let Err(error) = guard::listen_for_interrupts(&stop, smt::shut_down) {
                print_error(&format!("warning: Ctrl-C will end the run without a report: {error}\n"));
            }
            let status = commands::run(parsed, &words, &stop);
            // Work that was left behind may still have solvers.
            smt::shut_down();
            status
        }
        Err(error) => {
            let status = refuse(&error, &arguments);
            let is_of_file = found.as_ref().filter(|_| error.use_stderr() && words != arguments);
            if let Some(found) = is_of_file.filter(|_| asked_for(&arguments).is_none()) {
                print_error(&format!("note: options of {} count as well\n", found.path.display()));
            }
            status
        }
    };
    ExitCode::from(status.code())
}

/// The command line with what the configuration adds, as words and as what they say.
fn parsed(arguments: &[OsString], found: Option<&settings::Found>) -> (Vec<OsString>, Result<Arguments, clap::Error>) {
    let Some(found) = found else { return (arguments.to_vec(), Arguments::try_parse_from(arguments)) };
    let words = found.added_to(arguments);
    match Arguments::try_parse_from(&words) {
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument && found.paths().next().is_some() => {
            let words: Vec<OsString> = words.into_iter().chain(found.paths()).collect();
            let parsed = Arguments::try_parse_from(&words);
            (words, parsed)
        }
        parsed => (words, parsed),
    }
}

/// Answers a configuration file that cannot be read.
fn misconfigured(wrong: settings::Wrong, arguments: &[OsString]) -> ExitStatus {
    let settings::Wrong { diagnostic, sources } = wrong;
    match asked_for(arguments) {
        Some(form) => {
            let run = Run { sources, diagnostics: vec![diagnostic], ..Run::empty() };
            print(&forms::text(form, &run)).max(run.exit_status())
        }
        None => {
            print_error(&render::diagnostic(&sources, &diagnostic, output::style_for(&io::stderr())));
            ExitStatus::BadInput
        }
    }
}

/// What somebody may have meant who names a file in place of a command.
fn meant(error: &clap::Error) -> Option<String> {
    let named = match error.get(ContextKind::InvalidSubcommand)? {
        ContextValue::String(named) => Path::new(named),
        _ => return None,
    };
    let is_source = named.extension().is_some_and(|ending| ["cu", "cuh", "spec"].iter().any(|known| ending == *known));
    (is_source || named.exists())
        .then(|| format!("  tip: to prove what is in it: gpuhoare prove {}\n", named.display()))
}

/// Answers a command line that is not one, or that asks for help.
fn refuse(error: &clap::Error, arguments: &[OsString]) -> ExitStatus {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let written = error.print().and_then(|()| io::stdout().flush());
            return ended(written);
        }
        _ => {}
    }
    let Some(form) = asked_for(arguments) else {
        print_error(&with_code(error));
        print_error(&meant(error).unwrap_or_default());
        return ExitStatus::BadInput;
    };
    let text = error.render().to_string();
    let message = text.trim().trim_start_matches("error: ");
    let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
    let mut found = Diagnostic::new(codes::E0005, Severity::Error, first);
    if !rest.trim().is_empty() {
        found = found.note(rest.trim());
    }
    let run = Run { diagnostics: vec![found], ..Run::empty() };
    print(&forms::text(form, &run)).max(run.exit_status())
}

/// What is wrong with a command line, with its code in brackets as other errors have it.
fn with_code(error: &clap::Error) -> String {
    let styled = error.render();
    let text = match output::style_for(&io::stderr()) {
        Style::Colored => styled.ansi().to_string(),
        Style::Plain | Style::Terminal => styled.to_string(),
    };
    match styled.to_string().starts_with("error:") {
        true => text.replacen("error", &format!("error[{}]", codes::E0005), 1),
        false => text,
    }
}

/// The form that `--format` names among arguments that could not be read as a whole.
fn asked_for(arguments: &[OsString]) -> Option<Form> {
    let mut words = arguments.iter().map(|word| word.to_string_lossy());
    let mut named = None;
    while let Some(word) = words.next() {
        match word.strip_prefix("--format") {
            Some("") => named = words.next().map(|name| name.into_owned()),
            Some(value) => named = value.strip_prefix('=').map(str::to_owned).or(named),
            None => {}
        }
    }
    Format::from_str(&named?, false).ok()?.form()
}

/// Writes to standard output; a reader that has left is no fault, a full disk is.
fn print(text: &str) -> ExitStatus {
    let mut out = io::stdout().lock();
    ended(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

fn ended(written: io::Result<()>) -> ExitStatus {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            not_written(&output::cannot_write(Path::new("standard output"), &error), ExitStatus::Success)
        }
        Ok(()) | Err(_) => ExitStatus::Success,
    }
}

/// Says that a report could not be written, and how the run ends for it: the stop that came of it is no interruption.
fn not_written(found: &Diagnostic, status: ExitStatus) -> ExitStatus {
    print_environment(found);
    match status {
        ExitStatus::Interrupted => ExitStatus::BadInput,
        status => status.max(ExitStatus::BadInput),
    }
}

/// Writes diagnostics that concern no source text to standard error.
fn print_environment(found: &Diagnostic) {
    let style = output::style_for(&io::stderr());
    print_error(&render::diagnostic(&Files::new(), found, style));
}

/// Writes to standard error. Where that takes nothing, there is nobody left to tell.
fn print_error(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
