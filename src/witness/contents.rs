//! Contents of arrays, aimed at what the preconditions say of their cells.

use std::collections::BTreeMap;

use crate::interp::Contents;
use crate::interp::value::{Pool, Scalar, Value};
use crate::kernel::ir::{ArrayId, Binary, Expr, ExprKind, Kernel, Space, Type};

use super::formula::Formula;
use super::random::Random;
use super::solve::{Choice, Problem, Size, Unknown, eval};

/// What comparisons in the contract say of the cells of an array.
#[derive(Clone, Default, Debug)]
pub struct Aim {
    low: Vec<Expr>,
    high: Vec<Expr>,
    /// Cells are compared with cells of the same array.
    ordered: bool,
    /// Cells equal an expression of their index and of other arrays.
    formula: Option<Formula>,
}

/// What the preconditions say, array by array.
pub fn aims(kernel: &Kernel) -> BTreeMap<ArrayId, Aim> {
    let mut all: BTreeMap<ArrayId, Aim> = BTreeMap::new();
    for clause in &kernel.contract.requires {
        clause.expr.walk(&mut |part| {
            let ExprKind::Binary(op, left, right) = &*part.kind else { return };
            note(*op, left, right, &mut all);
            let mirrored = match op {
                Binary::Lt => Binary::Gt,
                Binary::Le => Binary::Ge,
                Binary::Gt => Binary::Lt,
                Binary::Ge => Binary::Le,
                other => *other,
            };
            note(mirrored, right, left, &mut all);
        });
    }
    all
}

/// `cell op other`.
fn note(op: Binary, cell: &Expr, other: &Expr, all: &mut BTreeMap<ArrayId, Aim>) {
    let Some((array, index)) = read(cell) else { return };
    let aim = all.entry(array).or_default();
    let plus = |by: i64| {
        let one = Expr::new(ExprKind::Int(by.into()), Type::Integer, other.span);
        Expr::new(ExprKind::Binary(Binary::Add, other.clone(), one), Type::Integer, other.span)
    };
    if let (Binary::Eq, [index]) = (op, index)
        && let ExprKind::Bound(var) = &*index.kind
    {
        let formula = Formula { index: *var, value: other.clone() };
        if !formula.reads().contains(&array) {
            aim.formula = Some(formula);
            return;
        }
    }
    let (mut reads, mut bound) = (false, false);
    other.walk(&mut |part| match &*part.kind {
        ExprKind::Read { .. } => reads = true,
        ExprKind::Bound(_) => bound = true,
        _ => {}
    });
    if reads {
        aim.ordered |= read(other).is_some_and(|(second, _)| second == array);
        return;
    }
    if bound {
        return;
    }
    match op {
        Binary::Lt => aim.high.push(plus(-1)),
        Binary::Le => aim.high.push(other.clone()),
        Binary::Gt => aim.low.push(plus(1)),
        Binary::Ge => aim.low.push(other.clone()),
        Binary::Eq => {
            aim.low.push(other.clone());
            aim.high.push(other.clone());
        }
        _ => {}
    }
}

fn read(expr: &Expr) -> Option<(ArrayId, &[Expr])> {
    match &*expr.kind {
        ExprKind::Read { array, index } => Some((*array, index)),
        ExprKind::Convert(_, inner) | ExprKind::Old(inner) => read(inner),
        _ => None,
    }
}

/// Cells that are given one by one where the array's length is not asked for; what follows them is made from the seed, whatever the
/// contract says of it.
const GIVEN: u64 = 64;

/// Likewise, where the contract says nothing of the array.
const FEW: u64 = 16;

/// Where it does, so many cells at most are as it says, in launches that may be long.
const AIMED: u64 = 1_024;

/// Contents for every array that comes from outside.
pub fn choose(
    problem: &Problem<'_>,
    aims: &BTreeMap<ArrayId, Aim>,
    choice: &Choice,
    size: Size,
    random: &mut Random,
    pool: &mut Pool,
) -> BTreeMap<ArrayId, Contents> {
    let (kernel, mut all) = (problem.kernel, BTreeMap::new());
    for id in in_order(kernel, aims) {
        let array = &kernel.arrays[id.0 as usize];
        let outside = match array.space {
            // Rows to which pointers in memory lead have no size.
            Space::Global | Space::Ghost => !array.extents.iter().skip(1).any(Option::is_none),
            Space::Constant => array.initial.is_none(),
            Space::Shared | Space::Private | Space::Surface => false,
        };
        let length = match choice.get(&Unknown::Length(id)) {
            Some(Value::Int(length)) => Some(*length as u64),
            _ => None,
        };
        if let (Space::Shared, Some(length)) = (array.space, length) {
            all.insert(id, Contents { length, ..Contents::default() });
        }
        let is_aimed = aims.contains_key(&id);
        if !outside || (length.is_none() && !is_aimed && size.constants.is_none()) {
            continue;
        }
        let most = if is_aimed && size.long { AIMED } else { GIVEN };
        let count = length.unwrap_or(if is_aimed { GIVEN } else { FEW }).min(most);
        let aim = aims.get(&id).cloned().unwrap_or_default();
        let mut cells = cells(array.element, count, &aim, (choice, &all), random, pool);
        if let (true, Some((low, high))) =
            (size.limits, array.element.range().filter(|_| array.element.is_integral() && !is_aimed))
        {
            for cell in &mut cells {
                match random.below(4) {
                    0 => *cell = Scalar::Int(low.clone()),
                    1 => *cell = Scalar::Int(high.clone()),
                    _ => {}
                }
            }
        }
        if let (Some(number), None, false) = (size.constants, &aim.formula, aim.ordered) {
            let limits = limits(&aim, choice, pool);
            problem.constants.scatter(&mut cells, array.element, limits, number, random);
        }
        all.insert(id, Contents { cells, length: length.unwrap_or(count), null: false });
    }
    all
}

/// The least and the greatest value that the preconditions allow.
fn limits(aim: &Aim, choice: &Choice, pool: &mut Pool) -> (Option<i64>, Option<i64>) {
    let mut limit = |exprs: &[Expr], tighter: fn(i64, i64) -> i64| {
        let values = exprs.iter().filter_map(|expr| match eval(expr, choice, pool) {
            Value::Int(value) => Some(value),
            Value::Ratio { num, den } => Some(num.div_euclid(i64::from(den))),
            _ => None,
        });
        values.reduce(tighter)
    };
    (limit(&aim.low, i64::max), limit(&aim.high, i64::min))
}

/// The arrays, each after those that define it, where there is such an order.
fn in_order(kernel: &Kernel, aims: &BTreeMap<ArrayId, Aim>) -> Vec<ArrayId> {
    let mut waiting: Vec<ArrayId> = (0..kernel.arrays.len()).map(|at| ArrayId(at as u32)).collect();
    let mut order: Vec<ArrayId> = Vec::new();
    while !waiting.is_empty() {
        let is_ready = |id: &ArrayId| {
            let formula = aims.get(id).and_then(|aim| aim.formula.as_ref());
            formula.is_none_or(|formula| formula.reads().iter().all(|other| order.contains(other)))
        };
        let at = waiting.iter().position(is_ready).unwrap_or(0);
        order.push(waiting.remove(at));
    }
    order
}

fn cells(
    element: Type,
    count: u64,
    aim: &Aim,
    (choice, arrays): (&Choice, &BTreeMap<ArrayId, Contents>),
    random: &mut Random,
    pool: &mut Pool,
) -> Vec<Scalar> {
    let (low, high) = limits(aim, choice, pool);
    let least = if matches!(element, Type::Int { signed: false, .. }) { 0 } else { -9 };
    let (low, high) = match (low, high) {
        (Some(low), Some(high)) => (low, high.max(low)),
        (Some(low), None) => (low, low.saturating_add(9)),
        (None, Some(high)) => (high.saturating_sub(9), high),
        // Every byte: conversions and signs show at the larger ones.
        (None, None) => match element {
            Type::Int { signed: true, bits: 8 } if random.below(2) == 0 => (-128, 127),
            Type::Int { signed: false, bits: 8 } if random.below(2) == 0 => (0, 255),
            _ => (least, 9),
        },
    };
    // Many values or few, so that equal cells occur too.
    let high = if random.below(3) == 0 { high.min(low.saturating_add(2)) } else { high };
    let span = high.saturating_sub(low).clamp(0, 1 << 20) as u64 + 1;
    let mut numbers: Vec<i64> = (0..count).map(|_| low.saturating_add(random.below(span) as i64)).collect();
    if aim.ordered {
        numbers.sort_unstable();
        if random.below(2) == 0 {
            numbers.iter_mut().enumerate().for_each(|(at, number)| *number = low.saturating_add(at as i64));
        }
    }
    if let Some(formula) = &aim.formula {
        for (at, number) in numbers.iter_mut().enumerate() {
            if let Some(value) = formula.at(at as i64, choice, arrays, pool) {
                *number = value;
            }
        }
    }
    let halves = matches!(element, Type::Float { .. } | Type::Real) && aim.formula.is_none() && !aim.ordered;
    let mut cell = |number: i64| match element {
        Type::Bool => Scalar::Bool(number & 1 == 1),
        Type::Float { .. } | Type::Real if halves && number < high && random.below(4) == 0 => {
            Scalar::Real(num_rational::BigRational::new((2 * number + 1).into(), 2.into()))
        }
        Type::Float { .. } | Type::Real => Scalar::Real(num_rational::BigRational::from_integer(number.into())),
        Type::Int { .. } | Type::Integer | Type::Thread | Type::Block => {
            let fits = element.range().is_none_or(|(low, high)| low <= number.into() && high >= number.into());
            Scalar::Int(if fits { number.into() } else { 0.into() })
        }
    };
    numbers.into_iter().map(&mut cell).collect()
}
