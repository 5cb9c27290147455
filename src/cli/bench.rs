//! `gpuhoare bench`: the paper's kernels with and without simplification, as a table.

use crate::base::{Config, StopFlag, codes};
use crate::pipeline::bench;
use crate::report::{ExitStatus, Silent};

use super::args::Bench;
use super::guard::{self, Cut};
use super::{print, print_environment};

pub fn run(arguments: &Bench, stop: &StopFlag) -> ExitStatus {
    let (runs, config) = (usize::from(arguments.runs), Config { offline: arguments.offline, ..Config::default() });
    let stopped = stop.clone();
    let ended = guard::run(stop, move || bench::measure(runs, &config, &stopped, &Silent));
    match ended {
        Ok(Ok(rows)) => {
            let printed = print(&bench::table(&rows));
            if stop.is_set() { ExitStatus::Interrupted } else { printed }
        }
        Ok(Err(errors)) => {
            errors.iter().for_each(print_environment);
            if errors.iter().any(|found| codes::is_internal(found.code)) {
                ExitStatus::InternalError
            } else {
                ExitStatus::BadInput
            }
        }
        Err(Cut::Panicked(found)) => {
            print_environment(&found);
            ExitStatus::InternalError
        }
        Err(Cut::Unresponsive) => ExitStatus::Interrupted,
    }
}
