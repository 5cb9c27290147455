//! A finding on a launch that is as small as a few more runs can make it: fewer blocks and threads, smaller numbers, shorter arrays
//! and cells that are 0, as long as the same goes wrong.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::base::Config;
use crate::interp::{self, RemarkKind, Scalar, Setup, Violation, ViolationKind};
use crate::kernel::ir::{ArrayId, Kernel, LocalId, LocalRole};
use crate::witness::Finding;

/// What is spent on a finding.
const RUNS: u32 = 48;
const STEPS: u64 = 100_000;

/// A finding of the same on a launch that is as small or smaller.
pub fn shrink(kernel: &Kernel, config: &Config, finding: &Finding) -> Finding {
    let mut small = finding.clone();
    let (mut runs, mut steps) = (0, 0);
    let mut at = 0;
    // What could not be made smaller before may be after something else was; so it is tried until nothing changes.
    let mut since_last = 0;
    loop {
        let parts = parts(kernel, config, &small.setup);
        if parts.is_empty() || since_last >= parts.len() {
            return small;
        }
        let part = &parts[at % parts.len()];
        let mut has_changed = false;
        for setup in smaller(&small.setup, part) {
            if runs >= RUNS || steps >= STEPS {
                return small;
            }
            runs += 1;
            let Ok(outcome) = interp::run(kernel, &setup, &small.options) else { continue };
            steps += outcome.steps;
            let is_same = |violation: &&Violation| is_same(violation, &small.violation);
            let found = outcome.violations.iter().find(is_same);
            if let Some(violation) = found.filter(|_| outcome.meets_requires == Some(true) && stands(&outcome, finding))
            {
                small = Finding { setup, violation: violation.clone(), ..small };
                has_changed = true;
                break;
            }
        }
        since_last = if has_changed { 0 } else { since_last + 1 };
        at += 1;
    }
}

/// Something of a launch that may be smaller.
enum Part {
    Grid(usize),
    Block(usize),
    Scalar(LocalId),
    Length(ArrayId),
    /// All cells of an array.
    Cells(ArrayId),
    Cell(ArrayId, usize),
}

fn parts(kernel: &Kernel, config: &Config, setup: &Setup) -> Vec<Part> {
    const MOST_CELLS: usize = 16;
    let mut parts: Vec<Part> = Vec::new();
    parts.extend((0..3).filter(|axis| config.grid.is_none() && setup.grid[*axis] > 1).map(Part::Grid));
    parts.extend((0..3).filter(|axis| config.block.is_none() && setup.block[*axis] > 1).map(Part::Block));
    let is_input = |id: &LocalId| {
        matches!(kernel.locals[id.index()].role, LocalRole::Param | LocalRole::Global | LocalRole::Ghost)
    };
    parts.extend(setup.scalars.keys().filter(|id| is_input(id)).map(|id| Part::Scalar(*id)));
    for (id, contents) in &setup.arrays {
        let is_zero = |cell: &Scalar| zeroed(cell).is_none();
        // Where nothing is said of the length, cells that are not given are any: what is given is shown.
        if !contents.cells.is_empty() && kernel.arrays[id.index()].length_used {
            parts.push(Part::Length(*id));
        }
        if !contents.cells.iter().all(is_zero) {
            parts.push(Part::Cells(*id));
            let others = contents.cells.iter().enumerate().filter(|(_, cell)| !is_zero(cell));
            parts.extend(others.take(MOST_CELLS).map(|(at, _)| Part::Cell(*id, at)));
        }
    }
    parts
}

/// Launches with less of this part, the least first.
fn smaller(setup: &Setup, part: &Part) -> Vec<Setup> {
    let sizes = |size: u64| [1, size / 2, size - 1].into_iter().filter(move |less| (1..size).contains(less));
    let with = |change: &dyn Fn(&mut Setup)| {
        let mut changed = setup.clone();
        change(&mut changed);
        changed
    };
    match part {
        Part::Grid(axis) => sizes(setup.grid[*axis]).map(|size| with(&|setup| setup.grid[*axis] = size)).collect(),
        Part::Block(axis) => sizes(setup.block[*axis]).map(|size| with(&|setup| setup.block[*axis] = size)).collect(),
        Part::Scalar(id) => {
            let less = setup.scalars.get(id).map(numbers).unwrap_or_default();
            less.into_iter().map(|value| with(&|setup| drop(setup.scalars.insert(*id, value.clone())))).collect()
        }
        Part::Length(id) => {
            let count = setup.arrays[id].cells.len();
            let counts = [0, count / 2, count - 1].into_iter().filter(|less| *less < count);
            let cut = |count: usize| {
                with(&|setup| {
                    if let Some(contents) = setup.arrays.get_mut(id) {
                        contents.cells.truncate(count);
                        contents.length = contents.length.min(count as u64);
                    }
                })
            };
            counts.map(cut).collect()
        }
        Part::Cells(id) => vec![with(&|setup| {
            let cells = setup.arrays.get_mut(id).map(|contents| &mut contents.cells);
            cells.into_iter().flatten().for_each(|cell| *cell = zeroed(cell).unwrap_or_else(|| cell.clone()));
        })],
        Part::Cell(id, at) => vec![with(&|setup| {
            let cell = setup.arrays.get_mut(id).and_then(|contents| contents.cells.get_mut(*at));
            if let Some(cell) = cell {
                *cell = zeroed(cell).unwrap_or_else(|| cell.clone());
            }
        })],
    }
}

/// Numbers that are nearer to 0, the nearest first.
fn numbers(value: &Scalar) -> Vec<Scalar> {
    match value {
        Scalar::Bool(true) => vec![Scalar::Bool(false)],
        Scalar::Int(value) => {
            let one = if value.is_negative() { -BigInt::one() } else { BigInt::one() };
            let less = [BigInt::zero(), BigInt::one(), value / 2, value - one];
            less.into_iter().filter(|less| less.abs() < value.abs()).map(Scalar::Int).collect()
        }
        Scalar::Real(value) => {
            let less = [BigRational::zero(), BigRational::one(), value.trunc()];
            less.into_iter().filter(|less| less != value && less.abs() <= value.abs()).map(Scalar::Real).collect()
        }
        Scalar::Bool(false) | Scalar::Float(_) | Scalar::Term(_) => Vec::new(),
    }
}

/// 0 of the same sort; none where it is that, or of another sort.
fn zeroed(value: &Scalar) -> Option<Scalar> {
    match value {
        Scalar::Int(value) if !value.is_zero() => Some(Scalar::Int(BigInt::zero())),
        Scalar::Real(value) if !value.is_zero() => Some(Scalar::Real(BigRational::zero())),
        Scalar::Bool(_) | Scalar::Int(_) | Scalar::Real(_) | Scalar::Float(_) | Scalar::Term(_) => None,
    }
}

/// Whether the same goes wrong at the same places.
fn is_same(one: &Violation, other: &Violation) -> bool {
    let race = |violation: &Violation| {
        violation.race.as_ref().map(|race| {
            let (here, there) =
                ((violation.span, violation.race.as_ref().map(|race| race.kinds.0)), (race.span, Some(race.kinds.1)));
            (here.min(there), here.max(there), race.same_value)
        })
    };
    let is_at = one.span == other.span || one.race.is_some();
    one.kind == other.kind
        && is_at
        && race(one) == race(other)
        && one.overflow.is_some() == other.overflow.is_some()
        // Threads of one block, or of several.
        && is_within(one) == is_within(other)
}

fn is_within(violation: &Violation) -> bool {
    match (&violation.race, violation.thread) {
        (Some(race), Some(thread)) => race.thread.block == thread.block,
        _ => true,
    }
}

/// Whether a run has what makes the finding count, and nothing that would make it count less.
fn stands(outcome: &interp::Outcome, finding: &Finding) -> bool {
    let overflows = outcome.remarks.iter().any(|remark| remark.kind == RemarkKind::Overflow);
    let is_uninitialised = outcome.remarks.iter().any(|remark| matches!(remark.kind, RemarkKind::Uninitialised(_)));
    let races = outcome.violations.iter().any(|violation| violation.kind == ViolationKind::Race);
    let diverges = outcome.violations.iter().find(|violation| violation.kind == ViolationKind::Barrier);
    (!overflows || finding.overflow.is_some())
        && (!is_uninitialised || finding.uninitialised.is_some())
        && races == finding.races
        && diverges.map(|violation| violation.span) == finding.divergent
}
