//! Which `requires` exclude that a kernel goes wrong (RACE-37): of a list of candidates a set is chosen that excludes every launch which is seen
//! to go wrong and allows as many others as possible; runs under it show more launches, and proofs decide.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Span, work};
use crate::interp::Violation;
use crate::kernel::ir::{Kernel, LaunchContext, Local};
use crate::race::candidates::{Candidate, candidates};
use crate::report::{Conflict, KernelReport, TaskResult, TaskVerdict};
use crate::smt::Patience;
use crate::tasks::{Task, TaskKind};
use crate::witness::{self, Effort, Finding, Observed, evaluate};

use super::generate::execute;
use super::replay::findings;
use super::session::Session;
use super::solve::attempt::solve;
use super::solve::given_up_early;
use super::suggest::under;

/// Places of a kernel for which something is suggested, and tasks about them.
const MOST_PLACES: usize = 40;
const MOST_TASKS: usize = 96;

/// Sets that are tried, and proofs that may fail, of all places and of each: a suggestion is a help, and shall cost little.
const MOST_SETS: usize = 16;
const MOST_FAILURES: usize = 6;
const MOST_FAILURES_EACH: usize = 2;

/// Launches that sets are compared by, good and bad ones: the bits of a number.
const MOST_LAUNCHES: usize = 128;
type Launches = u128;

/// Clauses that exclude all that is open at some places, none of which can be left out.
pub struct Precondition {
    /// In the order of the candidates.
    pub clauses: Vec<Candidate>,
    /// Launches of those that were run and went well: how many meet the clauses, and how many there are.
    pub kept: (u32, u32),
    places: Vec<Place>,
}

impl Precondition {
    /// Adds the clauses, as one, to the races and tasks that they exclude.
    pub fn offer(&self, report: &mut KernelReport) {
        let texts: Vec<&str> = self.clauses.iter().map(|clause| &*clause.text).collect();
        for race in report.races.iter_mut().filter(|race| self.places.contains(&Place::of_race(race))) {
            race.suggested_requires.push(texts.join(" && "));
        }
        for task in &mut report.tasks {
            if Place::of_task(task).is_some_and(|place| self.places.contains(&place)) {
                task.suggested_requires.push(texts.join(" && "));
            }
        }
    }

    /// What is excluded.
    pub fn kinds(&self) -> BTreeSet<TaskKind> {
        self.places.iter().map(|place| place.kind).collect()
    }
}

/// What a task is about: two accesses, or one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    kind: TaskKind,
    first: Span,
    second: Span,
}

impl Place {
    fn of_race(race: &Conflict) -> Place {
        let (one, other) = (race.first.span, race.second.span);
        Place { kind: TaskKind::Race, first: one.min(other), second: one.max(other) }
    }

    /// Of a task that is open, and that is no race.
    fn of_task(task: &TaskResult) -> Option<Place> {
        let is_one = match task.kind {
            TaskKind::Barrier | TaskKind::Bounds | TaskKind::Division => !task.verdict.is_proved(),
            _ => false,
        };
        is_one.then_some(Place { kind: task.kind, first: task.span, second: task.span })
    }

    fn is_of(&self, task: &Task) -> bool {
        let second = task.statement.filter(|_| task.kind == TaskKind::Race).unwrap_or(task.span);
        (self.kind, self.first, self.second) == (task.kind, task.span.min(second), task.span.max(second))
    }

    fn is_shown(&self, violation: &Violation) -> bool {
        findings::is_at(violation, self.kind, self.first, Some(self.second))
    }
}

/// What excludes that the kernel goes wrong at places that a report leaves open, or at as many of them as can be excluded together:
/// races, divergent barriers, indices out of bounds, divisions by zero. In a session with little patience proofs are given up early;
/// `patience` is what each of them is worth.
pub fn precondition(
    kernel: &Kernel,
    report: &KernelReport,
    found: &[Finding],
    session: &Session<'_>,
    patience: Patience,
) -> Option<Precondition> {
    let mut open: Vec<Place> = Vec::new();
    let races = report.races.iter().filter(|race| may_help(race)).map(Place::of_race);
    for place in races.chain(report.tasks.iter().filter_map(Place::of_task)) {
        if !open.contains(&place) && open.len() < MOST_PLACES {
            open.push(place);
        }
    }
    if open.is_empty() {
        return None;
    }
    let early = given_up_early(session.config);
    let config = if session.patience == Patience::Brief { &early } else { session.config };
    let weighed = |candidate| Weighed { candidate, excluded: 0, kept: 0 };
    let mut search = Search {
        kernel,
        session: Session { config, ..session.with(patience) },
        open: open.into_iter().map(|place| (place, 0)).collect(),
        candidates: candidates(kernel).into_iter().map(weighed).collect(),
        bad: Vec::new(),
        good: 0,
        fair: 0,
        seen: BTreeSet::new(),
        failed: Vec::new(),
        failures: 0,
    };
    for finding in found {
        let violations = vec![finding.violation.clone()];
        let setup = finding.setup.clone();
        search.add(Observed { setup, violations, is_clean: false, touched: BTreeMap::new() }, MOST_LAUNCHES / 2);
    }
    // There must be room for bad launches that meet what is tried.
    search.survey(kernel, Effort { steps: 600_000, ..Effort::LARGE }, MOST_LAUNCHES / 2);
    search.fair = search.good;
    search.run()
}

/// A race that no run shows, and that depends on what arrays hold, is not one of some launches.
fn may_help(race: &Conflict) -> bool {
    race.witness.is_some() || race.approximated.is_empty()
}

/// A candidate, with the bad launches that it excludes, and the good ones that it allows.
struct Weighed {
    candidate: Candidate,
    excluded: Launches,
    kept: Launches,
}

/// The search for a set of clauses.
struct Search<'s> {
    kernel: &'s Kernel,
    session: Session<'s>,
    /// The places that are to be excluded, and how many proofs failed there.
    open: Vec<(Place, usize)>,
    candidates: Vec<Weighed>,
    /// What each bad launch shows.
    bad: Vec<Vec<Place>>,
    /// How many good launches were seen, and how many of them before any set was looked at.
    good: usize,
    fair: usize,
    /// All launches that were seen.
    seen: BTreeSet<String>,
    /// Sets that do not suffice.
    failed: Vec<Vec<usize>>,
    failures: usize,
}

impl Search<'_> {
    fn run(&mut self) -> Option<Precondition> {
        let mut looked_at: BTreeSet<Vec<usize>> = BTreeSet::new();
        for _ in 0..MOST_SETS {
            if self.session.stop.is_set() || self.failures >= MOST_FAILURES || self.open.is_empty() {
                return None;
            }
            let set = self.best()?;
            let joined = self.joined(&set)?;
            if looked_at.insert(set.clone()) {
                self.survey(&under(self.kernel, &joined), Effort::SMALL, MOST_LAUNCHES);
                if !self.excludes(&set) {
                    continue;
                }
            }
            // Nothing is said by a clause that no launch meets.
            let is_met = self.kept(&set) != 0 && self.kernel.source.contexts.iter().all(|at| self.allows(&joined, at));
            match if is_met { self.prove(&joined) } else { Err(None) } {
                Ok(()) => return Some(self.least(set)),
                Err(place) => {
                    self.failed.push(set);
                    self.give_up(place);
                }
            }
        }
        None
    }

    /// Runs small launches of a kernel, and takes in what they show until there are so many bad ones.
    fn survey(&mut self, kernel: &Kernel, effort: Effort, most: usize) {
        for seen in witness::survey(kernel, self.session.config, effort, self.session.stop) {
            self.add(seen, most);
        }
    }

    fn add(&mut self, observed: Observed, most: usize) {
        let wrong = observed.violations.iter().filter(|violation| findings::is_wrong(violation, self.session.config));
        let shown = |violation: &Violation| self.open.iter().map(|(place, _)| *place).find(|at| at.is_shown(violation));
        let places: Vec<Place> = wrong.filter_map(shown).collect();
        let is_good = places.is_empty() && observed.is_clean && self.good < MOST_LAUNCHES;
        let is_bad = !places.is_empty() && self.bad.len() < most;
        if !(is_good || is_bad) || !self.seen.insert(format!("{:?}", observed.setup)) {
            return;
        }
        let at = if is_good { self.good } else { self.bad.len() };
        for weighed in &mut self.candidates {
            let is_met = evaluate::holds(&weighed.candidate.clause.expr, &observed.setup);
            match is_good {
                true => weighed.kept |= Launches::from(is_met == Some(true)) << at,
                false => weighed.excluded |= Launches::from(is_met == Some(false)) << at,
            }
        }
        match is_good {
            true => self.good += 1,
            false => self.bad.push(places),
        }
    }

    /// The bad launches that still matter.
    fn wrong(&self) -> Launches {
        let is_open = |places: &Vec<Place>| places.iter().any(|at| self.open.iter().any(|(open, _)| open == at));
        (0..).zip(&self.bad).map(|(at, places)| Launches::from(is_open(places)) << at).fold(0, |all, one| all | one)
    }

    fn excludes(&self, set: &[usize]) -> bool {
        let excluded = set.iter().fold(0, |all, at| all | self.candidates[*at].excluded);
        self.wrong() & !excluded == 0
    }

    fn kept(&self, set: &[usize]) -> Launches {
        set.iter().fold(Launches::MAX, |all, at| all & self.candidates[*at].kept)
    }

    /// Those of the launches that were not looked for under a set.
    fn fairly(&self, kept: Launches) -> Launches {
        kept & Launches::MAX.checked_shr((MOST_LAUNCHES - self.fair) as u32).unwrap_or(0)
    }

    /// The clauses of a set as one; none of the empty set.
    fn joined(&self, set: &[usize]) -> Option<Candidate> {
        let parts = set.iter().map(|at| self.candidates[*at].candidate.clone());
        parts.reduce(|all, part| all.and(&part))
    }

    /// Of the sets that exclude all bad launches that with the most good ones. A further clause must double them, and so must one
    /// that fixes a number: launches of programs are larger than these.
    fn best(&self) -> Option<Vec<usize>> {
        let wrong = self.wrong();
        let helps = |at: &usize| wrong == 0 || self.candidates[*at].excluded & wrong != 0;
        let useful: Vec<usize> = (0..self.candidates.len()).filter(helps).collect();
        let mut best: Option<((u32, std::cmp::Reverse<usize>), Vec<usize>)> = None;
        let mut look = |set: &[usize], excluded: Launches, kept: Launches| {
            if wrong & !excluded != 0 || self.failed.iter().any(|failed| set.iter().all(|at| failed.contains(at))) {
                return;
            }
            let fixed = set.iter().filter(|at| self.candidates[**at].candidate.fixes_a_number()).count();
            let worth = ((self.fairly(kept).count_ones() + 1) << 6) >> (set.len() + fixed);
            let rank = (worth, std::cmp::Reverse(set.iter().sum()));
            if best.as_ref().is_none_or(|(known, _)| rank > *known) {
                best = Some((rank, set.to_vec()));
            }
        };
        for (number, one) in useful.iter().enumerate() {
            let first = &self.candidates[*one];
            look(&[*one], first.excluded, first.kept);
            for (further, two) in useful.iter().enumerate().skip(number + 1) {
                let second = &self.candidates[*two];
                let (excluded, kept) = (first.excluded | second.excluded, first.kept & second.kept);
                look(&[*one, *two], excluded, kept);
                for three in useful.iter().skip(further + 1).filter(|_| wrong & !excluded != 0) {
                    let third = &self.candidates[*three];
                    look(&[*one, *two, *three], excluded | third.excluded, kept & third.kept);
                }
            }
        }
        best.map(|(_, set)| set)
    }

    /// Whether the clause leaves a launch of the program possible.
    fn allows(&self, clause: &Candidate, context: &LaunchContext) -> bool {
        // Of a kernel that is looked at as launched the clause is a further fact.
        if context.facts.is_empty() || self.kernel.locals.iter().any(Local::is_of_host) {
            return true;
        }
        let asked = Kernel { body: Vec::new(), ..under(&self.kernel.launched(context), clause) };
        let executed = work::until(self.session.stop, 0, || execute(&asked, self.session.config));
        let Ok(generated) = executed else { return false };
        let set = &generated.sets[0];
        let mut asked = set.tasks.iter().filter(|task| task.kind == TaskKind::Vacuity);
        !asked.any(|task| matches!(solve(set, task, &self.session).result.verdict, TaskVerdict::Refuted { .. }))
    }

    /// Proves all that is open under the clause; else the place where that fails.
    fn prove(&mut self, clause: &Candidate) -> Result<(), Option<Place>> {
        let narrower = under(self.kernel, clause);
        let executed = work::until(self.session.stop, 0, || execute(&narrower, self.session.config).with_races());
        let Ok(generated) = executed else { return Err(None) };
        let set = &generated.sets[0];
        let place_of = |task: &Task| self.open.iter().map(|(place, _)| *place).find(|place| place.is_of(task));
        let tasks: Vec<(&Task, Place)> =
            set.tasks.iter().filter_map(|task| Some((task, place_of(task)?))).take(MOST_TASKS + 1).collect();
        if tasks.len() > MOST_TASKS {
            return Err(None);
        }
        let open = tasks.into_iter().find(|(task, _)| !solve(set, task, &self.session).result.verdict.is_proved());
        match open {
            None => Ok(()),
            Some((_, place)) => {
                self.failures += 1;
                Err(Some(place))
            }
        }
    }

    /// A place at which proofs fail again and again is not asked about any more.
    fn give_up(&mut self, place: Option<Place>) {
        for (_, failures) in self.open.iter_mut().filter(|(open, _)| Some(*open) == place) {
            *failures += 1;
        }
        self.open.retain(|(_, failures)| *failures < MOST_FAILURES_EACH);
    }

    /// The set without the clauses that are not needed.
    fn least(&mut self, mut set: Vec<usize>) -> Precondition {
        for at in set.clone().into_iter().rev() {
            let rest: Vec<usize> = set.iter().copied().filter(|other| *other != at).collect();
            let joined = self.joined(&rest).filter(|_| self.excludes(&rest));
            if joined.is_some_and(|joined| self.prove(&joined).is_ok()) {
                set = rest;
            }
        }
        Precondition {
            kept: (self.fairly(self.kept(&set)).count_ones(), self.fair as u32),
            clauses: set.iter().map(|at| self.candidates[*at].candidate.clone()).collect(),
            places: self.open.iter().map(|(place, _)| *place).collect(),
        }
    }
}
