//! What a run leaves open, proved for its launch (R406): accesses of which data decides the cell, accesses of which data decides
//! whether they happen, and all of them where the run did not come to its end.

use num_bigint::BigInt;

use crate::base::work;
use crate::exec::{BOUNDS_NOT_CHECKED, HARDWARE_LIMITS, SATISFIABLE_CONTRACT};
use crate::interp::{Amplified, AmplifiedEnd, Scalar, Setup};
use crate::kernel::ir::{
    ArrayId, Axis, Binary, Builtin, Clause, Conversion, Expr, ExprKind, Kernel, LocalId, Speaker, Type,
};
use crate::race::{Place, Race};
use crate::report::{KernelReport, TaskResult, TaskVerdict};
use crate::tasks::TaskKind;

use super::generate::{Generated, execute};
use super::limit;
use super::races::{Annotations, with};
use super::replay::Runs;
use super::session::Session;
use super::solve::simplify_and_solve;

/// What a launch fixes, and may be free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixed {
    /// Blocks of the grid along an axis.
    Grid(Axis),
    /// A parameter or a variable of the file.
    Scalar(LocalId),
}

/// What of a race-free launch need not be as it is: each for itself, by a proof of its own (R412).
pub fn lifted(kernel: &Kernel, setup: &Setup, found: &Amplified, session: &Session<'_>) -> Vec<Fixed> {
    let axes = Axis::ALL.into_iter().filter(|axis| setup.grid[axis.index()] != 1).map(Fixed::Grid);
    let all = axes.chain(found.scalars.iter().map(|local| Fixed::Scalar(*local)));
    // Nothing of the run counts for other launches.
    let nothing = Amplified { end: AmplifiedEnd::StepLimit, ..found.clone() };
    let is_free = |fixed: &Fixed| {
        let report = report((kernel, setup), &nothing, Some(*fixed), &session.brief());
        report.tasks.iter().all(|task| task.verdict.is_proved()) && !session.stop.is_set()
    };
    all.filter(is_free).collect()
}

/// The tasks that show what is open, what became of them, and what that rests on: for the launch, or for those that differ from it in
/// what is free.
pub fn report(
    (kernel, setup): (&Kernel, &Setup),
    found: &Amplified,
    free: Option<Fixed>,
    session: &Session<'_>,
) -> KernelReport {
    let launched = of_launch((kernel, setup), found, free);
    let (mut config, is_free) = (session.config.clone(), matches!(free, Some(Fixed::Grid(_))));
    config.block = Some(setup.block);
    config.grid = Some(setup.grid).filter(|_| !is_free);
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
    report.assumptions.retain(|assumption| !is_of_launch(assumption));
    limit::cut(&mut report, session);
    report
}

/// Whether the launch itself shows what is assumed of launches, or the run's own report lists it.
fn is_of_launch(assumption: &str) -> bool {
    let of_dimensions = [" is 1", " are 1"].iter().any(|end| assumption.ends_with(end));
    of_dimensions
        || [SATISFIABLE_CONTRACT, HARDWARE_LIMITS].contains(&assumption)
        || assumption.ends_with(BOUNDS_NOT_CHECKED)
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
    fn has(&self, array: ArrayId, span: crate::base::Span) -> bool {
        let is_possible =
            self.found.possible.iter().any(|violation| {
                violation.span == span || violation.race.as_ref().is_some_and(|race| race.span == span)
            });
        self.is_all || is_possible || !self.found.settled.contains(&(array, span))
    }

    fn has_race(&self, race: &Race) -> bool {
        [race.first, race.second].iter().any(|Place { span, .. }| self.has(race.array, *span))
    }

    fn has_bounds(&self, span: crate::base::Span) -> bool {
        let mut own = self.found.settled.iter().filter(|(_, settled)| *settled == span).peekable();
        own.peek().is_none() || own.any(|(array, _)| self.has(*array, span))
    }
}

/// The kernel for this launch: what the run fixed is required, and nothing else.
fn of_launch((kernel, setup): (&Kernel, &Setup), found: &Amplified, free: Option<Fixed>) -> Kernel {
    let mut launched = with(kernel, Annotations::Dropped);
    launched.contract.requires.clear();
    let span = kernel.span;
    let integer = |kind: ExprKind, ty: Type| {
        let value = Expr::new(kind, ty, span);
        Expr::new(ExprKind::Convert(Conversion::Implicit, value), Type::Integer, span)
    };
    let mut require = |left: Expr, value: BigInt| {
        let right = Expr::new(ExprKind::Int(value), Type::Integer, span);
        let expr = Expr::new(ExprKind::Binary(Binary::Eq, left, right), Type::Bool, span);
        launched.contract.requires.push(Clause { expr, speaker: Speaker::Launch, span });
    };
    for axis in Axis::ALL {
        let sizes = [(setup.block, &mut launched.dims.block), (setup.grid, &mut launched.dims.grid)];
        for ((sizes, flags), builtin) in sizes.into_iter().zip([Builtin::BlockDim(axis), Builtin::GridDim(axis)]) {
            flags[axis.index()] |= sizes[axis.index()] != 1;
            let is_free = free == Some(Fixed::Grid(axis)) && matches!(builtin, Builtin::GridDim(_));
            if flags[axis.index()] && !is_free {
                require(integer(ExprKind::Builtin(builtin), Type::UINT), sizes[axis.index()].into());
            }
        }
    }
    let is_fixed = |local: &LocalId| {
        found.scalars.contains(local) || kernel.locals[local.index()].role == crate::kernel::ir::LocalRole::Template
    };
    let is_free = |local: &LocalId| free == Some(Fixed::Scalar(*local));
    for (local, value) in setup.scalars.iter().filter(|(local, _)| is_fixed(local) && !is_free(local)) {
        let ty = kernel.locals[local.index()].ty;
        match value {
            Scalar::Int(value) if ty.is_integral() => require(integer(ExprKind::Local(*local), ty), value.clone()),
            Scalar::Bool(value) => require(integer(ExprKind::Local(*local), ty), u8::from(*value).into()),
            // Nothing is said of others: they are any value.
            _ => {}
        }
    }
    for (array, given) in &setup.arrays {
        if matches!(kernel.arrays[array.index()].extents[..], [None]) {
            require(Expr::new(ExprKind::Length(*array), Type::Integer, span), given.length.into());
            launched.arrays[array.index()].length_used = true;
        }
    }
    launched
}
