//! Which `requires` would exclude a race (R114), or let a launch cover what a postcondition speaks of (R372): candidates are tried from
//! the weakest on, by runs and by proof.

use crate::base::{Span, work};
use crate::interp::{self, ViolationKind};
use crate::kernel::ir::Kernel;
use crate::race::Races;
use crate::race::candidates::{self, Candidate, candidates};
use crate::report::{Conflict, TaskResult};
use crate::smt::Patience;
use crate::tasks::{Task, TaskKind, TaskSet};
use crate::witness::{self, Effort, Finding, Found};

use super::generate::execute;
use super::replay::{Replay, findings};
use super::session::Session;
use super::solve::attempt::solve;
use super::solve::given_up_early;

/// Pairs of places of a kernel for which something is suggested, and tasks of a pair.
const MOST_PAIRS: usize = 12;
const MOST_TASKS: usize = 12;

/// Proofs of a kernel that may fail: a suggestion is a help, and shall cost little.
const MOST_FAILURES: usize = 6;

/// Clauses that are tried for a postcondition of which the launch does not cover all cells.
const MOST_COVERINGS: usize = 24;

/// Candidates that are tried two at a time, and searches for such pairs.
const MOST_JOINED: usize = 10;
const MOST_SEARCHES: usize = 6;

/// Adds to races what excludes each of them: a candidate, or else two of them together. With little patience their tasks are given
/// up early.
pub fn requirements(races: &mut [Conflict], found: &Found, replay: &Replay<'_>, session: &Session<'_>) {
    let kernel = replay.kernel;
    let early = given_up_early(session.config);
    let config = if session.patience == Patience::Brief { &early } else { session.config };
    let open: Vec<&mut Conflict> = races.iter_mut().filter(|race| may_help(race)).take(MOST_PAIRS).collect();
    let counted = found.findings.iter().filter(|finding| findings::counts(finding, config));
    let shown = counted.filter(|finding| open.iter().any(|race| is_at(finding, race))).cloned().collect();
    let mut search = Search { kernel, session: Session { config, ..session.brief() }, open, shown, failures: 0 };
    let mut insufficient = Vec::new();
    for candidate in candidates(kernel) {
        if search.is_over() {
            return;
        }
        if let Some(races) = search.try_clause(&candidate) {
            insufficient.push((candidate, races));
        }
    }
    insufficient.truncate(MOST_JOINED);
    let mut searches = 0;
    for (at, (one, races)) in insufficient.iter().enumerate() {
        for (other, others) in &insufficient[at + 1..] {
            if search.is_over() || searches >= MOST_SEARCHES {
                return;
            }
            // Each of them must exclude the races that the other allows.
            if search.allows(other, races) || search.allows(one, others) {
                continue;
            }
            searches += 1;
            search.try_clause(&one.and(other));
        }
    }
}

/// R372: adds to the postconditions that a run shows to be false of a cell which no thread writes the clause under which all cells are
/// covered: no run under it violates the postcondition, and it is proved.
pub fn coverings(tasks: &mut [TaskResult], found: &Found, replay: &Replay<'_>, session: &Session<'_>) {
    let (kernel, config) = (replay.kernel, session.config);
    let leaves_out = |finding: &&Finding| {
        let reason = finding.violation.reason.as_ref();
        finding.violation.kind == ViolationKind::Ensures
            && reason.is_some_and(|reason| reason.unwritten().next().is_some())
    };
    let mut candidates = candidates::coverings(kernel);
    candidates.truncate(MOST_COVERINGS);
    let mut failures = 0;
    for finding in found.findings.iter().filter(leaves_out) {
        for at in 0..candidates.len() {
            if session.stop.is_set() || failures >= MOST_FAILURES {
                return;
            }
            let candidate = candidates[at].clone();
            let narrower = under(kernel, &candidate);
            if is_allowed(&narrower, finding) {
                continue;
            }
            let runs = witness::search(&narrower, config, Effort::SMALL, session.stop);
            let is_it = |other: &Finding| {
                (other.violation.kind, other.violation.span) == (ViolationKind::Ensures, finding.violation.span)
            };
            if runs.met == 0 || runs.findings.iter().any(is_it) {
                continue;
            }
            if is_proved(&narrower, finding.violation.span, session) {
                let is_here =
                    |task: &&mut TaskResult| task.kind == TaskKind::Ensures && task.span == finding.violation.span;
                tasks.iter_mut().filter(is_here).for_each(|task| task.suggested_requires.push(candidate.text.clone()));
                // It may do for other clauses.
                candidates.swap(0, at);
                break;
            }
            failures += 1;
        }
    }
}

/// Whether the postcondition at that place is proved in a moment.
fn is_proved(kernel: &Kernel, span: Span, session: &Session<'_>) -> bool {
    let executed = work::until(session.stop, 0, || execute(kernel, session.config).with_races().own());
    let Ok(set) = executed else { return false };
    let mut tasks = set.tasks.iter().filter(|task| task.kind == TaskKind::Ensures && task.span == span).peekable();
    let any = tasks.peek().is_some();
    any && tasks.all(|task| solve(&set, task, &session.brief()).result.verdict.is_proved())
}

/// The kernel with one more clause.
fn under(kernel: &Kernel, candidate: &Candidate) -> Kernel {
    let mut kernel = kernel.clone();
    kernel.contract.requires.push(candidate.clause.clone());
    kernel
}

/// The search for clauses.
struct Search<'s, 'r> {
    kernel: &'s Kernel,
    /// A clause of which it takes long to prove that it suffices is not worth the time.
    session: Session<'s>,
    /// The races for which nothing is known yet.
    open: Vec<&'r mut Conflict>,
    /// Runs that show them.
    shown: Vec<Finding>,
    failures: usize,
}

impl Search<'_, '_> {
    fn is_over(&self) -> bool {
        self.open.is_empty() || self.session.stop.is_set() || self.failures >= MOST_FAILURES
    }

    /// Whether one of these runs meets the clause as well.
    fn allows(&self, candidate: &Candidate, runs: &[Finding]) -> bool {
        let narrower = under(self.kernel, candidate);
        runs.iter().any(|finding| is_allowed(&narrower, finding))
    }

    /// Suggests the clause for every race that it excludes. Else runs that meet it and race, if there are some.
    fn try_clause(&mut self, candidate: &Candidate) -> Option<Vec<Finding>> {
        let narrower = under(self.kernel, candidate);
        // Whoever is seen to race in a launch that the candidate allows is not kept apart by it.
        let mut racing: Vec<Finding> =
            self.shown.iter().filter(|finding| is_allowed(&narrower, finding)).cloned().collect();
        let is_hopeful = |race: &Conflict, racing: &[Finding]| !racing.iter().any(|finding| is_at(finding, race));
        if !self.open.iter().any(|race| is_hopeful(race, &racing)) {
            return Some(racing);
        }
        let under_it = witness::search(&narrower, self.session.config, Effort::SMALL, self.session.stop);
        // Nothing is said by a clause that no launch meets.
        if under_it.met == 0 {
            return None;
        }
        racing
            .extend(under_it.findings.into_iter().filter(|finding| self.open.iter().any(|race| is_at(finding, race))));
        if !self.open.iter().any(|race| is_hopeful(race, &racing)) {
            return Some(racing);
        }
        let executed = work::until(self.session.stop, 0, || execute(&narrower, self.session.config).with_races());
        let Ok(generated) = executed else { return None };
        let set = &generated.sets[0];
        let mut kept = Vec::new();
        for race in std::mem::take(&mut self.open) {
            let proved = self.failures < MOST_FAILURES && is_hopeful(race, &racing) && {
                let tasks = tasks_of(set, &generated.races, race);
                let is_proved = |task: &&Task| solve(set, task, &self.session).result.verdict.is_proved();
                let proved = tasks.len() <= MOST_TASKS && tasks.iter().all(is_proved);
                self.failures += usize::from(!proved);
                proved
            };
            match proved {
                true => race.suggested_requires.push(candidate.text.clone()),
                false => kept.push(race),
            }
        }
        self.open = kept;
        (!racing.is_empty()).then_some(racing)
    }
}

/// A race that no run shows, and that depends on what arrays hold, is not one of some launches.
fn may_help(race: &Conflict) -> bool {
    race.witness.is_some() || race.approximated.is_empty()
}

/// Whether the launch of a run meets the contract of a kernel.
fn is_allowed(narrower: &Kernel, finding: &Finding) -> bool {
    let run = interp::run(narrower, &finding.setup, &finding.options);
    run.is_ok_and(|outcome| outcome.meets_requires == Some(true))
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
