//! The command line: arguments in, exit code out.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: gpuhoare::base::memory::Counting = gpuhoare::base::memory::Counting;

fn main() -> ExitCode {
    // The helper process that serves cvc5's libraries is this program again.
    if let Some(code) = gpuhoare::smt::serve(std::env::args_os()) {
        return code;
    }
    gpuhoare::cli::run(std::env::args_os().collect())
}
