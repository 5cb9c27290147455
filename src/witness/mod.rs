//! The search for launches that go wrong: setups that meet the contract (`solve`, `contents`), run in the concrete
//! machine with every check on. What it shows is confirmed: each `requires` was decided true and the violated clause
//! decided false, in the modes of the proof, or with the machine's integers where exact ones left the range of their type (MACHINE-23).
//! The search is deterministic: it is bounded by steps, not by time, unless a flag stops it. What it found until then is found.

mod constants;
mod contents;
pub mod evaluate;
mod formula;
mod hints;
mod random;
mod solve;
mod survey;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::base::config::{Config, FloatMode, IntMode};
use crate::base::{Span, StopFlag};
use crate::interp::value::Pool;
use crate::interp::{
    self, Contents, End, Floats, Ints, Options, Outcome, RemarkKind, Scalar, Schedule, Setup, Violation, ViolationKind,
};
use crate::kernel::ir::{
    AccessKind, ArrayId, Axis, Conversion, Expr, ExprKind, Kernel, LocalId, LocalRole, Stmt, StmtKind, Type, WarpOp,
    occurs, walk,
};
use crate::tasks::Dimension;

use random::Random;
pub use solve::Proposal;
use solve::{Choice, Problem, Size, Unknown};
pub use survey::{Observed, survey};

/// A confirmed violation, with what it takes to see it again.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The launch and its inputs.
    pub setup: Setup,
    /// How it was run.
    pub options: Options,
    /// What went wrong.
    pub violation: Violation,
    /// Something that the proof takes for granted was false in this run as well: an integer left its type's range.
    pub overflow: Option<Span>,
    /// Something was read that nobody had written.
    pub uninitialised: Option<String>,
    /// Another violation was a data race.
    pub races: bool,
    /// A barrier that diverged in this run.
    pub divergent: Option<Span>,
}

/// A violation that refutes nothing (MACHINE-23): an integer had left the range of its type, and with the machine's integers the
/// launch does not violate this.
#[derive(Clone, Debug)]
pub struct Outside {
    /// The violation, in the run with exact integers.
    pub finding: Finding,
    /// Where that integer is.
    pub place: Span,
    /// Nothing at all goes wrong with the machine's integers.
    pub is_right: bool,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// One for each place and kind, in the order found.
    pub findings: Vec<Finding>,
    /// One for each place and kind of which there is no finding.
    pub outside: Vec<Outside>,
    /// Launches that met the contract and were run; one whose run was cut short counts again when it is repeated.
    pub met: usize,
    /// The first of these launches.
    pub first: Option<Setup>,
    /// The number of threads of the largest of these launches.
    pub most_threads: u64,
    /// In how many of these each clause was true of something.
    pub held: BTreeMap<Span, usize>,
    /// How many of these came to the end, with nothing wrong.
    pub finished: usize,
    /// How many of them had been run when the last finding came.
    pub newest: usize,
}

impl Found {
    /// What another search found as well.
    pub fn add(&mut self, other: &Found) {
        self.findings.extend(other.findings.iter().cloned());
        self.outside.extend(other.outside.iter().cloned());
        self.met += other.met;
        self.first = self.first.take().or_else(|| other.first.clone());
        self.most_threads = self.most_threads.max(other.most_threads);
        self.finished += other.finished;
        for (clause, launches) in &other.held {
            *self.held.entry(*clause).or_default() += launches;
        }
        self.newest = self.met;
    }

    /// The launches since the last finding have been so many that another one is not to be expected.
    pub fn is_quiet(&self) -> bool {
        self.met >= self.newest + QUIET
    }
}

/// Launches in a row that show nothing new.
const QUIET: usize = 40;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most launches, those that the search has tried before among them.
    pub launches: u64,
    /// The most steps of all runs together.
    pub steps: u64,
    /// The most steps of one run.
    pub steps_each: u64,
    /// Launches as large as the constants of the kernel suggest.
    pub hinted: bool,
    /// Launches that are run in other orders of threads, too: of those of which nothing is wrong in lock-step, and of those
    /// of which a barrier diverges there.
    pub reordered: u64,
}

impl Effort {
    /// What every proof affords: some ten milliseconds.
    pub const SMALL: Effort = Effort { launches: 24, steps: 150_000, steps_each: 12_000, hinted: false, reordered: 6 };
    /// Where something is not proved.
    pub const LARGE: Effort =
        Effort { launches: 160, steps: 1_500_000, steps_each: 60_000, hinted: false, reordered: 16 };
    /// Where a race may need many threads.
    pub const WIDE: Effort =
        Effort { launches: 16, steps: 2_000_000, steps_each: 1_000_000, hinted: true, reordered: 0 };
}

/// Runs the kernel on small launches that meet its contract.
pub fn search(kernel: &Kernel, config: &Config, effort: Effort, stop: &StopFlag) -> Found {
    search_until(kernel, config, effort, stop, &|_| false)
}

/// The same until what was found is enough.
pub fn search_until(
    kernel: &Kernel,
    config: &Config,
    effort: Effort,
    stop: &StopFlag,
    enough: &dyn Fn(&Found) -> bool,
) -> Found {
    let mut search = Search::new(kernel, config, options(config), stop);
    search.go_on(effort, enough);
    search.found
}

/// The same with the machine's integers: what only they show violates an assumption of the proof.
pub fn search_machine(kernel: &Kernel, config: &Config, effort: Effort, stop: &StopFlag) -> Found {
    let mut search = Search::new(kernel, config, Options { ints: Ints::C, ..options(config) }, stop);
    search.go_on(effort, &|_| false);
    if let Some(bits) = narrowed(kernel).filter(|_| search.found.findings.is_empty()) {
        // More threads than such a type has values.
        let values = 1_i64 << bits;
        search.launches.threads = 2 * values.max(solve::MAX_THREADS);
        let sizes = [(1_024, values / 1_024 + 2), (256, values / 256 + 2)];
        let proposal = |(block, grid)| {
            let dimensions = [(Dimension::Block(Axis::X), block), (Dimension::Grid(Axis::X), grid)];
            Proposal { dimensions: dimensions.into(), ..Proposal::default() }
        };
        search.propose(&sizes.map(proposal), &|found| !found.findings.is_empty());
    }
    search.found
}

/// The width of the smallest type to which the kernel narrows what it computes of its threads, memory aside, without
/// saying so.
fn narrowed(kernel: &Kernel) -> Option<u8> {
    let mut narrowest = None;
    walk(&kernel.body, &mut |stmt| {
        if let StmtKind::Assign { value, .. } = &stmt.kind {
            narrowest = [narrowest, narrows(value)].into_iter().flatten().min();
        }
    });
    narrowest
}

fn narrows(value: &Expr) -> Option<u8> {
    match (&*value.kind, value.ty) {
        (ExprKind::Convert(Conversion::Implicit, from), Type::Int { bits: bits @ (8 | 16), .. }) => {
            let is_wider = matches!(from.ty, Type::Int { bits: own, .. } if own > bits);
            let mut computed = !matches!(&*from.kind, ExprKind::Int(_));
            from.walk(&mut |part| computed &= !matches!(&*part.kind, ExprKind::Read { .. }));
            (is_wider && computed).then_some(bits)
        }
        _ => None,
    }
}

/// The modes of the proof.
pub fn options(config: &Config) -> Options {
    Options {
        ints: match config.ints {
            IntMode::Math => Ints::Math,
            IntMode::Checked => Ints::Checked,
        },
        floats: match config.float {
            FloatMode::Real => Floats::Real,
            FloatMode::Exact => Floats::Ieee,
        },
        schedule: Schedule::Lockstep,
        ..Options::default()
    }
}

/// A search that can be gone on with: no launch is run twice, unless its run was cut short.
pub struct Search<'k> {
    kernel: &'k Kernel,
    /// Ends it before its next launch.
    stop: &'k StopFlag,
    options: Options,
    launches: Launches<'k>,
    /// MACHINE-18: where the order of atomics decides what is computed, or who waits for whom, one schedule is never enough.
    ordered: bool,
    /// The number of the next launch.
    next: u64,
    cut_short: Vec<u64>,
    tried: BTreeSet<String>,
    places: BTreeSet<Places>,
    /// Of what refutes nothing.
    places_outside: BTreeSet<Places>,
    /// Launches that were run in other orders: clean ones, and those with a divergent barrier.
    reordered: u64,
    diverged: u64,
    found: Found,
}

impl<'k> Search<'k> {
    /// A search that has run no launch yet.
    pub fn new(kernel: &'k Kernel, config: &Config, options: Options, stop: &'k StopFlag) -> Search<'k> {
        Search {
            kernel,
            stop,
            options,
            launches: Launches::new(kernel, config, options.ints),
            ordered: depends_on_order(&kernel.body),
            next: 0,
            cut_short: Vec::new(),
            tried: BTreeSet::new(),
            places: BTreeSet::new(),
            places_outside: BTreeSet::new(),
            reordered: 0,
            diverged: 0,
            found: Found::default(),
        }
    }

    /// What was found so far.
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// Runs further launches, up to this effort, or until what was found is enough.
    pub fn go_on(&mut self, effort: Effort, enough: &dyn Fn(&Found) -> bool) {
        if self.launches.hinted != effort.hinted {
            self.launches.hinted = effort.hinted;
            self.next = 0;
            self.cut_short.clear();
        }
        let mut again: VecDeque<u64> = std::mem::take(&mut self.cut_short).into();
        let mut steps = 0;
        while steps < effort.steps && !self.stop.is_set() {
            let repeated = again.pop_front();
            let number = repeated.unwrap_or(self.next);
            if number >= effort.launches {
                break;
            }
            self.next = self.next.max(number + 1);
            steps += 500;
            let Some(setup) = self.launches.launch(number) else { continue };
            if !self.tried.insert(format!("{setup:?}")) && repeated.is_none() {
                continue;
            }
            steps += self.launch(number, setup, effort);
            if enough(&self.found) {
                break;
            }
        }
        self.cut_short.extend(again);
    }

    /// Runs launches of the sizes that solvers' models have, each with a few contents of the arrays, until what was found is
    /// enough.
    pub fn propose(&mut self, proposals: &[Proposal], enough: &dyn Fn(&Found) -> bool) {
        const CONTENTS: u64 = 3;
        for proposal in proposals {
            for number in 0..CONTENTS {
                if self.stop.is_set() || enough(&self.found) {
                    return;
                }
                let Some(setup) = self.launches.proposed(number, proposal) else { continue };
                if self.tried.insert(format!("{setup:?}")) {
                    self.launch(number, setup, Effort::WIDE);
                }
            }
        }
        // A run that was cut short is not repeated under the number of another launch.
        self.cut_short.clear();
    }

    /// Runs one launch, in other orders of threads as well where that may show something else. The steps that it took.
    fn launch(&mut self, number: u64, setup: Setup, effort: Effort) -> u64 {
        let options = Options { steps: effort.steps_each, ..self.options };
        let Ok(outcome) = interp::run(self.kernel, &setup, &options) else { return 0 };
        let mut steps = outcome.steps + 100;
        if outcome.end == End::StepLimit {
            self.cut_short.push(number);
        }
        if outcome.meets_requires != Some(true) || outcome.end == End::Unmet {
            return steps;
        }
        self.found.met += 1;
        let threads = setup.block.iter().chain(&setup.grid).product();
        self.found.most_threads = self.found.most_threads.max(threads);
        self.found.first.get_or_insert_with(|| setup.clone());
        let is_clean = outcome.violations.is_empty() && outcome.end == End::Finished;
        self.found.finished += usize::from(is_clean && meets_assumptions(&outcome));
        for clause in &outcome.held {
            *self.found.held.entry(*clause).or_default() += 1;
        }
        // Lock-step ends where a barrier diverges; in other orders threads come further before it does.
        let diverges = divergent(&outcome).is_some();
        let mut runs = vec![(options, outcome)];
        let alike = if diverges { &mut self.diverged } else { &mut self.reordered };
        if self.ordered || (is_clean || diverges) && *alike < effort.reordered {
            *alike += 1;
            runs.extend([Schedule::Reverse, Schedule::Random].into_iter().filter_map(|schedule| {
                let options = Options { schedule, ..options };
                Some((options, interp::run(self.kernel, &setup, &options).ok()?))
            }));
            steps += runs[1..].iter().map(|(_, outcome)| outcome.steps).sum::<u64>();
        }
        for (options, outcome) in &runs {
            steps += self.take(&setup, *options, outcome);
        }
        steps
    }

    /// MACHINE-23: takes what a run shows; where an integer had left the range of its type by then, what the machine's integers show of
    /// the launch instead. The steps of that run.
    fn take(&mut self, setup: &Setup, options: Options, outcome: &Outcome) -> u64 {
        let is_outside = |violation: &&Violation| options.ints == Ints::Math && violation.overflow.is_some();
        for violation in outcome.violations.iter().filter(|violation| !is_outside(violation)) {
            self.add(setup, options, outcome, violation);
        }
        let is_new = |violation: &&Violation| !self.places.contains(&places_of(violation));
        let outside: Vec<&Violation> = outcome.violations.iter().filter(is_outside).filter(is_new).collect();
        if outside.is_empty() {
            return 0;
        }
        let options_of_machine = Options { ints: Ints::C, ..options };
        let machine = interp::run(self.kernel, setup, &options_of_machine).ok();
        if let Some(machine) = machine.as_ref().filter(|machine| machine.meets_requires == Some(true)) {
            for violation in &machine.violations {
                self.add(setup, options_of_machine, machine, violation);
            }
        }
        let is_right = machine.as_ref().is_some_and(|machine| {
            machine.end == End::Finished && machine.violations.is_empty() && machine.undecided.is_empty()
        });
        for violation in outside {
            let places = places_of(violation);
            if let Some(place) = violation.overflow
                && !self.places.contains(&places)
                && self.places_outside.insert(places)
            {
                let finding = self.finding(setup, options, outcome, violation);
                self.found.outside.push(Outside { finding, place, is_right });
            }
        }
        machine.map_or(0, |machine| machine.steps)
    }

    /// Adds what a run shows of a place, unless another one showed it.
    fn add(&mut self, setup: &Setup, options: Options, outcome: &Outcome, violation: &Violation) {
        let places = places_of(violation);
        if !self.places.insert(places.clone()) {
            return;
        }
        let finding = self.finding(setup, options, outcome, violation);
        self.found.findings.push(finding);
        self.found.newest = self.found.met;
        if self.places_outside.remove(&places) {
            self.found.outside.retain(|outside| places_of(&outside.finding.violation) != places);
        }
    }

    fn finding(&self, setup: &Setup, options: Options, outcome: &Outcome, violation: &Violation) -> Finding {
        let shown = explicit(self.kernel, setup, outcome);
        confirmed(self.kernel, setup.clone(), shown, options, outcome, violation)
    }
}

/// CLAUSE-26: whether the run says that what a proof takes for granted of numbers can be so.
fn meets_assumptions(outcome: &Outcome) -> bool {
    !outcome.remarks.iter().any(|remark| matches!(remark.kind, RemarkKind::Overflow | RemarkKind::NoNumber(_)))
}

/// The barrier that diverged.
fn divergent(outcome: &Outcome) -> Option<Span> {
    outcome.violations.iter().find(|found| found.kind == ViolationKind::Barrier).map(|found| found.span)
}

/// What tells violations apart: the kind and the place; of a race both places and what is done there.
type Places = Vec<(ViolationKind, Span, AccessKind)>;

fn places_of(violation: &Violation) -> Places {
    let (access, there) = match &violation.race {
        Some(race) => (race.kinds.0, Some((violation.kind, race.span, race.kinds.1))),
        None => (AccessKind::Read, None),
    };
    let mut places: Places = [(violation.kind, violation.span, access)].into_iter().chain(there).collect();
    places.sort_unstable();
    places
}

/// MACHINE-18: where the order of atomics decides what is computed, or who waits for whom, one schedule is never enough.
fn depends_on_order(stmts: &[Stmt]) -> bool {
    occurs(stmts, &|kind| match kind {
        StmtKind::Atomic(_) | StmtKind::Fence(_) => true,
        StmtKind::Warp(warp) => matches!(warp.op, WarpOp::Active | WarpOp::Coalesced),
        _ => false,
    })
}

/// Launches with inputs that are aimed at a kernel's contract (MACHINE-18). Whether one meets it is for the run to decide.
pub struct Launches<'k> {
    kernel: &'k Kernel,
    problem: Problem<'k>,
    aims: BTreeMap<ArrayId, contents::Aim>,
    ints: Ints,
    /// As large as the constants of the kernel suggest.
    hinted: bool,
    /// Some of them with data beside constants of the kernel.
    with_constants: bool,
    /// The most threads of one.
    threads: i64,
    pool: Pool,
}

impl<'k> Launches<'k> {
    /// Launches of a kernel that is run with these integers.
    pub fn new(kernel: &'k Kernel, config: &Config, ints: Ints) -> Launches<'k> {
        let problem = Problem::new(kernel, config.block, config.grid);
        Launches {
            kernel,
            with_constants: !problem.constants.is_empty(),
            problem,
            aims: contents::aims(kernel),
            ints,
            hinted: false,
            threads: solve::MAX_THREADS,
            pool: Pool::default(),
        }
    }

    /// One launch, the same for the same number; none where the search for it was given up.
    pub fn launch(&mut self, attempt: u64) -> Option<Setup> {
        let mut size = Size { threads: self.threads, ..size(attempt, self.ints, self.hinted) };
        // The first launches are plain: what they show is easiest to follow.
        let later = attempt.checked_sub(Effort::SMALL.launches).filter(|later| self.with_constants && later % 3 == 1);
        if let Some(later) = later {
            size = Size { constants: Some(later / 3), largest: false, ..size };
        }
        self.with(attempt, size, &Proposal::default())
    }

    /// One launch of up to so many threads along each axis of a block, the same for the same number.
    pub fn of_size(&mut self, attempt: u64, dimension: i64) -> Option<Setup> {
        let size = Size { dimension, threads: self.threads, ..size(attempt, self.ints, false) };
        self.with(attempt, size, &Proposal::default())
    }

    /// One launch of the proposed sizes, as far as they meet the contract, the same for the same number.
    fn proposed(&mut self, attempt: u64, proposal: &Proposal) -> Option<Setup> {
        let size = Size { threads: self.threads, ..size(attempt, self.ints, false) };
        self.with(attempt, size, proposal)
    }

    fn with(&mut self, attempt: u64, size: Size, proposal: &Proposal) -> Option<Setup> {
        let mut random = Random::new(attempt);
        let choice = self.problem.choose(size, proposal, &mut random, &mut self.pool)?;
        let arrays = contents::choose(&self.problem, &self.aims, &choice, size, &mut random, &mut self.pool);
        Some(setup(self.kernel, &choice, arrays, attempt, &self.pool))
    }
}

/// Small launches first, then larger ones, now and then the largest that the contract allows.
fn size(attempt: u64, ints: Ints, hinted: bool) -> Size {
    let limits = ints != Ints::Math && attempt % 4 == 3;
    // What goes wrong with few cells is shown with few.
    let long = attempt >= Effort::SMALL.launches;
    let attempt = attempt as i64;
    Size {
        dimension: (2 + attempt / 4).min(4),
        number: 3 + (attempt / 2).min(40),
        largest: attempt % 8 == 7,
        long,
        limits,
        constants: None,
        hinted,
        threads: solve::MAX_THREADS,
    }
}

fn setup(kernel: &Kernel, choice: &Choice, arrays: BTreeMap<ArrayId, Contents>, seed: u64, pool: &Pool) -> Setup {
    let sizes = |dimension: fn(Axis) -> Dimension| {
        Axis::ALL.map(|axis| match choice.get(&Unknown::Dimension(dimension(axis))) {
            Some(interp::value::Value::Int(size)) => *size as u64,
            _ => 1,
        })
    };
    let scalars = kernel.locals.iter().enumerate().filter_map(|(at, local)| {
        let id = LocalId(at as u32);
        let outside = !matches!(local.role, LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque);
        solve::scalar(choice, Unknown::Scalar(id), local.ty, pool).filter(|_| outside).map(|value| (id, value))
    });
    Setup { block: sizes(Dimension::Block), grid: sizes(Dimension::Grid), scalars: scalars.collect(), arrays, seed }
}

/// The setup with the contents of all arrays that mattered written out, as far as they are short.
fn explicit(kernel: &Kernel, setup: &Setup, outcome: &Outcome) -> Setup {
    const MOST: i64 = 64;
    let mut shown = setup.clone();
    for (at, array) in kernel.arrays.iter().enumerate() {
        let id = ArrayId(at as u32);
        if setup.arrays.get(&id).is_some_and(|given| !given.cells.is_empty()) {
            continue;
        }
        let Some(touched) = outcome.arrays.iter().find(|touched| touched.name == array.name) else { continue };
        let Some(last) = touched.cells.last().map(|(index, ..)| *index).filter(|last| (0..MOST).contains(last)) else {
            continue;
        };
        let values: BTreeMap<i64, &Scalar> =
            touched.cells.iter().filter_map(|(index, before, _)| Some((*index, before.as_ref()?))).collect();
        let Some(filler) = values.values().next().copied() else { continue };
        let cells: Vec<Scalar> = (0..=last).map(|index| (*values.get(&index).unwrap_or(&filler)).clone()).collect();
        let length = setup.arrays.get(&id).map_or(cells.len() as u64, |given| given.length.max(cells.len() as u64));
        shown.arrays.insert(id, Contents { cells, length, null: false });
    }
    shown
}

/// The finding on the setup that can be shown, if the run is the same there.
fn confirmed(
    kernel: &Kernel,
    setup: Setup,
    shown: Setup,
    options: Options,
    outcome: &Outcome,
    violation: &Violation,
) -> Finding {
    let finding = |setup: Setup, outcome: &Outcome, violation: &Violation| Finding {
        setup,
        options,
        violation: violation.clone(),
        overflow: violation.overflow.or_else(|| {
            outcome.remarks.iter().find(|remark| remark.kind == RemarkKind::Overflow).map(|remark| remark.span)
        }),
        uninitialised: outcome.remarks.iter().find_map(|remark| match &remark.kind {
            RemarkKind::Uninitialised(name) => Some(name.clone()),
            RemarkKind::Overflow
            | RemarkKind::NoNumber(_)
            | RemarkKind::BarrierAfterExit
            | RemarkKind::LanesAfterExit => None,
        }),
        races: outcome.violations.iter().any(|other| other.kind == ViolationKind::Race),
        divergent: divergent(outcome),
    };
    if shown != setup
        && let Ok(again) = interp::run(kernel, &shown, &options)
        && again.meets_requires == Some(true)
        && let Some(same) = again.violations.iter().find(|other| places_of(other) == places_of(violation))
        && same.overflow.is_some() == violation.overflow.is_some()
    {
        return finding(shown, &again, same);
    }
    finding(setup, outcome, violation)
}
