//! Small launches of a kernel, and what each of them shows.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::StopFlag;
use crate::base::config::Config;
use crate::interp::{self, End, Options, Setup, Violation};
use crate::kernel::ir::Kernel;

use super::{Effort, Launches, options};

/// A launch that meets the contract, and what its run in lock-step shows.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The launch and its inputs.
    pub setup: Setup,
    /// What goes wrong.
    pub violations: Vec<Violation>,
    /// It came to its end, with nothing wrong.
    pub is_clean: bool,
    /// The least and the greatest index at which each array of global memory was touched.
    pub touched: BTreeMap<String, (i64, i64)>,
}

/// Runs the kernel on small launches that meet its contract, and says of each what it shows.
pub fn survey(kernel: &Kernel, config: &Config, effort: Effort, stop: &StopFlag) -> Vec<Observed> {
    let options = Options { steps: effort.steps_each, ..options(config) };
    // What it says of indices does not depend on data; cells that are given count as touched.
    let mut launches = Launches { with_constants: false, ..Launches::new(kernel, config, options.ints) };
    let (mut tried, mut steps) = (BTreeSet::new(), 0);
    let mut seen = Vec::new();
    for number in 0..effort.launches {
        if steps >= effort.steps || stop.is_set() {
            break;
        }
        steps += 500;
        let Some(setup) = launches.launch(number).filter(|setup| tried.insert(format!("{setup:?}"))) else { continue };
        let Ok(outcome) = interp::run(kernel, &setup, &options) else { continue };
        steps += outcome.steps;
        if outcome.meets_requires == Some(true) && outcome.end != End::Unmet {
            let is_clean = outcome.violations.is_empty() && outcome.end == End::Finished;
            let arrays = outcome.arrays.iter().filter(|array| array.complete);
            let touched = arrays.filter_map(|array| {
                let (least, most) = (array.cells.first()?.0, array.cells.last()?.0);
                Some((array.name.clone(), (least, most)))
            });
            let touched = touched.collect();
            seen.push(Observed { setup, violations: outcome.violations, is_clean, touched });
        }
    }
    seen
}
