//! What a run leaves open, proved for its launch (AMP-11): accesses of which data decides the cell, accesses of which data decides
//! whether they happen, and all of them where the run did not come to its end.

use num_bigint::BigInt;

use crate::base::{Config, Span, work};
use crate::exec::{BOUNDS_NOT_CHECKED, HARDWARE_LIMITS, SATISFIABLE_CONTRACT};
use crate::interp::{Amplified, AmplifiedEnd, Scalar, Setup};
use crate::kernel::ir::{
    ArrayId, Axis, Binary, Builtin, Clause, Conversion, Expr, ExprKind, Kernel, LocalId, LocalRole, Speaker, Type,
};
use crate::kernel::text;
use crate::race::{Place, Race};
use crate::report::{KernelReport, TaskResult, TaskVerdict};
use crate::tasks::TaskKind;

use super::generate::{Generated, execute};
use super::limit;
use super::races::{Annotations, with};
use super::replay::Runs;
use super::session::Session;
use super::solve::simplify_and_solve;

/// Something that a launch fixes: an expression over parameters and dimensions, and its value.
type Fact = (Expr, BigInt);

/// What of a race-free launch need not be as it is, as one writes it: each for itself, by a proof of its own (AMP-18). And what these
/// proofs rest on.
pub fn lifted(kernel: &Kernel, setup: &Setup, found: &Amplified, session: &Session<'_>) -> (Vec<String>, Vec<String>) {
    // Nothing of the run counts for other launches.
    let nothing = Amplified { end: AmplifiedEnd::StepLimit, ..found.clone() };
    let facts = facts(kernel, setup, found);
    let (mut lifted, mut rest_on) = (Vec::new(), Vec::new());
    for (at, (left, _)) in facts.iter().enumerate().filter(|(_, fact)| may_differ(kernel, fact)) {
        let others = facts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, fact)| fact.clone());
        let grid = Some(setup.grid).filter(|_| !is_of_grid(left));
        let report = of_launches(kernel, (setup.block, grid), (others.collect(), &nothing), &session.brief());
        if report.tasks.iter().all(|task| task.verdict.is_proved()) && !session.stop.is_set() {
            lifted.push(text::plain_expr(kernel, left));
            rest_on.extend(report.assumptions.into_iter().filter(|text| !is_of_run(text)));
        }
    }
    (lifted, rest_on)
}

/// Whether it is the number of several blocks along an axis, or a parameter.
fn may_differ(kernel: &Kernel, (left, value): &Fact) -> bool {
    let mut is_parameter = false;
    left.walk(&mut |part| {
        if let ExprKind::Local(local) = &*part.kind {
            is_parameter |= kernel.locals[local.index()].role != LocalRole::Template;
        }
    });
    is_parameter || is_of_grid(left) && *value != BigInt::from(1)
}

fn is_of_grid(left: &Expr) -> bool {
    let mut is_of_grid = false;
    left.walk(&mut |part| is_of_grid |= matches!(&*part.kind, ExprKind::Builtin(Builtin::GridDim(_))));
    is_of_grid
}

/// The tasks that show what is open, what became of them, and what that rests on.
pub fn report(kernel: &Kernel, setup: &Setup, found: &Amplified, session: &Session<'_>) -> KernelReport {
    let facts = facts(kernel, setup, found);
    let mut report = of_launches(kernel, (setup.block, Some(setup.grid)), (facts, found), session);
    // The launch itself shows what is assumed of launches.
    let of_dimensions = |text: &str| [" is 1", " are 1"].iter().any(|end| text.ends_with(end));
    report.assumptions.retain(|text| !is_of_run(text) && text != HARDWARE_LIMITS && !of_dimensions(text));
    report
}

/// Whether the report of the run lists it, or it is so because there is a run.
fn is_of_run(assumption: &str) -> bool {
    assumption == SATISFIABLE_CONTRACT || assumption.ends_with(BOUNDS_NOT_CHECKED)
}

/// The tasks of all launches of such blocks and grids for which the facts hold, but for those of which the run shows that they hold.
fn of_launches(
    kernel: &Kernel,
    (block, grid): ([u64; 3], Option<[u64; 3]>),
    (facts, found): (Vec<Fact>, &Amplified),
    session: &Session<'_>,
) -> KernelReport {
    let launched = requiring(kernel, facts);
    let config = Config { block: Some(block), grid, ..session.config.clone() };
    let session = &Session { config: &config, ..*session };
    let executed = work::until(session.stop, limit::FIRST_STEPS, || execute(&launched, &config).with_races());
    let none = |reason: &str| {
        let verdict = TaskVerdict::Unknown { reason: reason.to_owned() };
        let task = TaskResult::new(format!("{}/open", kernel.name), TaskKind::Race, kernel.span);
        KernelReport { tasks: vec![TaskResult { verdict, ..task }], ..KernelReport::new(&kernel.name, kernel.span) }
    };
    let Ok(generated) = executed else { return none("it was interrupted") };
    if let Some(what) = generated.unsupported().next() {
        return none(&format!("{} is not modelled", what.construct));
    }
    let Generated { mut sets, races, .. } = generated;
    let mut set = sets.swap_remove(0);
    let open = Open::of(found);
    set.tasks.retain(|task| match task.kind {
        TaskKind::Race => races.tasks.iter().find(|race| race.id == task.id).is_none_or(|race| open.has_race(race)),
        TaskKind::Bounds => open.has_bounds(task.span),
        TaskKind::Barrier => open.is_all,
        TaskKind::Vacuity
        | TaskKind::CallSite
        | TaskKind::Ensures
        | TaskKind::Division
        | TaskKind::Overflow
        | TaskKind::Variant => false,
        TaskKind::InvariantEntry
        | TaskKind::InvariantPreserved
        | TaskKind::Assert
        | TaskKind::BarrierInvariant
        | TaskKind::Initialised
        | TaskKind::Lemma => true,
    });
    set.reach.clear();
    let mut report = KernelReport::new(&kernel.name, kernel.span);
    simplify_and_solve(&set, &kernel.name, &Runs::default(), session).join(&mut report);
    limit::cut(&mut report, session);
    report
}

/// What the run does not show.
struct Open<'f> {
    found: &'f Amplified,
    /// The run did not come to its end.
    is_all: bool,
}

impl<'f> Open<'f> {
    fn of(found: &'f Amplified) -> Open<'f> {
        Open { found, is_all: !matches!(found.end, AmplifiedEnd::Finished) }
    }

    /// Whether an access may be one that the run does not show. One that nobody knows is.
    fn has(&self, array: ArrayId, span: Span) -> bool {
        let is_possible =
            self.found.possible.iter().any(|violation| {
                violation.span == span || violation.race.as_ref().is_some_and(|race| race.span == span)
            });
        self.is_all || is_possible || !self.found.settled.contains(&(array, span))
    }

    fn has_race(&self, race: &Race) -> bool {
        [race.first, race.second].iter().any(|Place { span, .. }| self.has(race.array, *span))
    }

    fn has_bounds(&self, span: Span) -> bool {
        let is_open = self.found.open_accesses.iter().any(|open| open.comes.span == span);
        let mut own = self.found.settled.iter().filter(|(_, settled)| *settled == span).peekable();
        is_open || own.peek().is_none() || own.any(|(array, _)| self.has(*array, span))
    }
}

/// What the launch fixes: dimensions, lengths, template values, and the scalars that the run was given.
fn facts(kernel: &Kernel, setup: &Setup, found: &Amplified) -> Vec<Fact> {
    let span = kernel.span;
    let exact = |kind: ExprKind, ty: Type| {
        let value = Expr::new(kind, ty, span);
        Expr::new(ExprKind::Convert(Conversion::Implicit, value), Type::Integer, span)
    };
    let mut facts = Vec::new();
    for axis in Axis::ALL {
        let sizes = [(Builtin::BlockDim(axis), setup.block), (Builtin::GridDim(axis), setup.grid)];
        facts.extend(sizes.map(|(of, sizes)| (exact(ExprKind::Builtin(of), Type::UINT), sizes[axis.index()].into())));
    }
    let is_fixed =
        |local: &LocalId| found.scalars.contains(local) || kernel.locals[local.index()].role == LocalRole::Template;
    for (local, value) in setup.scalars.iter().filter(|(local, _)| is_fixed(local)) {
        let ty = kernel.locals[local.index()].ty;
        let value = match value {
            Scalar::Int(value) if ty.is_integral() => value.clone(),
            Scalar::Bool(value) => u8::from(*value).into(),
            // Nothing is said of others: they are any value.
            _ => continue,
        };
        facts.push((exact(ExprKind::Local(*local), ty), value));
    }
    let is_open = |array: &ArrayId| matches!(kernel.arrays[array.index()].extents[..], [None]);
    let lengths = setup.arrays.iter().filter(|(array, _)| is_open(array));
    facts.extend(
        lengths.map(|(array, given)| (Expr::new(ExprKind::Length(*array), Type::Integer, span), given.length.into())),
    );
    facts
}

/// The kernel for launches for which this holds, and nothing else is required.
fn requiring(kernel: &Kernel, facts: Vec<Fact>) -> Kernel {
    let mut launched = with(kernel, Annotations::Dropped);
    let span = kernel.span;
    (launched.dims.block, launched.dims.grid) = ([true; 3], [true; 3]);
    let clause = |(left, value): Fact| {
        let right = Expr::new(ExprKind::Int(value), Type::Integer, span);
        let expr = Expr::new(ExprKind::Binary(Binary::Eq, left, right), Type::Bool, span);
        Clause { expr, speaker: Speaker::Launch, span }
    };
    for (left, _) in &facts {
        if let ExprKind::Length(array) = &*left.kind {
            launched.arrays[array.index()].length_used = true;
        }
    }
    launched.contract.requires = facts.into_iter().map(clause).collect();
    launched
}
