//! Which `requires` would exclude a race: candidates are tried from the weakest on, by runs and by proof (R114).

use crate::base::{Config, Diagnostic, Span, StopFlag};
use crate::interp;
use crate::kernel::ir::Kernel;
use crate::race::Races;
use crate::race::candidates::candidates;
use crate::report::{Conflict, KernelReport};
use crate::smt::Patience;
use crate::tasks::{Task, TaskSet};
use crate::witness::{self, Effort, Finding, Found};

use super::solvers::Solvers;
use super::{attempt, court, prove, refute};

/// Pairs of places of a kernel for which something is suggested, and tasks of a pair.
const MOST_PAIRS: usize = 12;
const MOST_TASKS: usize = 12;

/// Proofs of a kernel that may fail: a suggestion is a help, and shall cost little.
const MOST_FAILURES: usize = 6;

/// Adds to the races of a report what excludes each of them, where a candidate does.
///
/// # Errors
///
/// When solvers are needed and there are none.
pub fn requirements(
    report: &mut KernelReport,
    kernel: &Kernel,
    found: &Found,
    config: &Config,
    solvers: &Solvers<'_>,
    patience: Patience,
    stop: &StopFlag,
) -> Result<(), Vec<Diagnostic>> {
    let brief = court::brief(config);
    let config = if patience == Patience::Brief { &brief } else { config };
    let mut open: Vec<&mut Conflict> = report.races.iter_mut().filter(|race| may_help(race)).take(MOST_PAIRS).collect();
    let mut failures = 0;
    for candidate in candidates(kernel) {
        if open.is_empty() || stop.is_set() || failures >= MOST_FAILURES {
            break;
        }
        let narrower = Kernel { requires: [&kernel.requires[..], &[candidate.clause]].concat(), ..kernel.clone() };
        // Whoever is seen to race in a launch that the candidate allows is not kept apart by it.
        let mut hopeful: Vec<bool> = open.iter().map(|race| !still_races(&narrower, found, race, config)).collect();
        if !hopeful.contains(&true) {
            continue;
        }
        let under_it = witness::search(&narrower, config, Effort::SMALL);
        for (race, hopeful) in open.iter().zip(&mut hopeful) {
            // Nothing is said by a clause that no launch meets.
            *hopeful &= under_it.met > 0 && !under_it.findings.iter().any(|finding| is_at(finding, race));
        }
        if !hopeful.contains(&true) {
            continue;
        }
        let (set, races) = prove::task_set_and_races(&narrower, config);
        let mut kept = Vec::new();
        for (race, hopeful) in open.into_iter().zip(hopeful) {
            let proved = hopeful && failures < MOST_FAILURES && {
                let tasks = tasks_of(&set, &races, race);
                // What may be no race at all is not worth all patience.
                let patience = if race.witness.is_some() { patience } else { Patience::Brief };
                // A clause that only heuristics prove sufficient is not worth the time.
                let solvers = attempt::Solvers { portfolio: solvers.open()?, patience, rounds: 0, stop };
                let is_proved = |task: &&Task| attempt::solve(&set, task, config, &solvers).result.verdict.is_proved();
                let proved = tasks.len() <= MOST_TASKS && tasks.iter().all(is_proved);
                failures += usize::from(!proved);
                proved
            };
            match proved {
                true => race.suggested_requires.push(candidate.text.clone()),
                false => kept.push(race),
            }
        }
        open = kept;
    }
    Ok(())
}

/// A race that no run shows, and that depends on what arrays hold, is not one of some launches.
fn may_help(race: &Conflict) -> bool {
    race.witness.is_some() || race.approximated.is_empty()
}

/// Whether a launch in which the race was seen is still allowed.
fn still_races(narrower: &Kernel, found: &Found, race: &Conflict, config: &Config) -> bool {
    let seen = found.findings.iter().filter(|finding| refute::counts(finding, config) && is_at(finding, race));
    seen.into_iter().any(|finding| {
        let run = interp::run(narrower, &finding.setup, &finding.options);
        run.is_ok_and(|outcome| outcome.meets_requires == Some(true))
    })
}

fn tasks_of<'t>(set: &'t TaskSet, races: &Races, race: &Conflict) -> Vec<&'t Task> {
    let about = races
        .tasks
        .iter()
        .filter(|known| sorted(known.first.span, known.second.span) == sorted(race.first.span, race.second.span));
    let ids: Vec<&str> = about.map(|known| known.id.as_str()).collect();
    set.tasks.iter().filter(|task| ids.contains(&task.id.as_str())).collect()
}

fn is_at(finding: &Finding, race: &Conflict) -> bool {
    let other = finding.violation.race.as_ref().map(|other| sorted(finding.violation.span, other.span));
    other == Some(sorted(race.first.span, race.second.span))
}

fn sorted(one: Span, other: Span) -> [Span; 2] {
    [one.min(other), one.max(other)]
}
