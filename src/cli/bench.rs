//! `gpuhoare bench`: the paper's kernels with and without simplification, as a table.

use crate::base::config::Solving;
use crate::base::{Config, StopFlag};
use crate::pipeline::bench;
use crate::report::{ExitStatus, Silent};

use super::args::Bench;
use super::guard::{self, Cut, failure};
use super::{print, print_environment};

pub fn run(arguments: &Bench, stop: &StopFlag) -> ExitStatus {
    let runs = usize::from(arguments.runs);
    let solving = Solving { offline: arguments.offline, ..Solving::default() };
    let config = Config { solving, ..Config::default() };
    let stopped = stop.clone();
    let ended = guard::run(stop, move || bench::measure(runs, &config, &stopped, &Silent));
    match ended {
        Ok(Ok(rows)) => {
            let printed = print(&bench::table(&rows));
            if stop.is_set() { ExitStatus::Interrupted } else { printed }
        }
        Ok(Err(errors)) => {
            errors.iter().for_each(print_environment);
            errors.iter().map(failure).max().unwrap_or(ExitStatus::BadInput)
        }
        Err(Cut::Failed(found)) => {
            print_environment(&found);
            failure(&found)
        }
        Err(Cut::Unresponsive) => ExitStatus::Interrupted,
    }
}
