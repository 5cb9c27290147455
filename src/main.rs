//! The command line: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    gpuhoare::cli::run(std::env::args_os().collect())
}
