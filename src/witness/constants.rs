//! Constants of a kernel as data. Where cells are compared with one, or a maximum begins with one, only numbers beside it tell a
//! wrong kernel from a right one.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;

use crate::interp::Scalar;
use crate::kernel::ir::{Expr, ExprKind, Kernel, StmtKind, Type, walk};

use super::random::Random;
use super::solve::conjuncts;

/// Constants that data may be compared with.
#[derive(Default)]
pub struct Constants {
    whole: BTreeSet<BigRational>,
    fractional: BTreeSet<BigRational>,
}

impl Constants {
    /// Those of the program and of its clauses, but for indices and what is said of sizes alone.
    pub fn of(kernel: &Kernel) -> Constants {
        let mut all = Constants::default();
        let mut required = Vec::new();
        kernel.contract.requires.iter().for_each(|clause| conjuncts(&clause.expr, &mut required));
        required.retain(|part| !part.arrays_read().is_empty());
        let ensured = kernel.contract.ensures.iter().map(|clause| &clause.expr);
        let defined = kernel.declared.definitions.functions.iter().map(|function| &function.body);
        required.into_iter().chain(ensured).chain(defined).for_each(|expr| all.note(expr));
        walk(&kernel.body, &mut |stmt| match &stmt.kind {
            StmtKind::Store { value, .. } => all.note(value),
            StmtKind::Atomic(atomic) => atomic.operands.iter().for_each(|expr| all.note(expr)),
            StmtKind::Warp(warp) => warp.operands.iter().for_each(|expr| all.note(expr)),
            kind => kind.exprs().into_iter().for_each(|expr| all.note(expr)),
        });
        all
    }

    fn note(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Int(value) => self.whole.extend(Some(value.clone().into()).filter(is_far)),
            ExprKind::Real(value) => drop(self.fractional.insert(value.clone())),
            ExprKind::Read { .. } => {}
            _ => expr.children().into_iter().for_each(|child| self.note(child)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.fractional.is_empty()
    }

    fn of_type(&self, ty: Type) -> &BTreeSet<BigRational> {
        if ty.is_fractional() { &self.fractional } else { &self.whole }
    }

    /// A number beside one of the constants, every other time.
    pub fn any(&self, ty: Type, random: &mut Random) -> Option<BigRational> {
        let all = self.of_type(ty);
        let constant = all.iter().nth(random.below(2 * all.len().max(1) as u64) as usize)?;
        beside(constant, random.below(3) as i64 - 1, ty)
    }

    /// Puts numbers beside constants in the place of cells, in the launch of this number among those that do. One constant is in
    /// the middle: cells are on both sides of it, or none is above it, or none below, since what a maximum begins with is wrong
    /// only where all cells are less.
    pub fn scatter(
        &self,
        cells: &mut [Scalar],
        element: Type,
        (low, high): (Option<i64>, Option<i64>),
        number: u64,
        random: &mut Random,
    ) {
        let is_allowed = |value: &BigRational| {
            low.is_none_or(|low| *value >= BigInt::from(low).into())
                && high.is_none_or(|high| *value <= BigInt::from(high).into())
        };
        let all = self.of_type(element).iter().filter(|value| is_far(value) && is_allowed(value));
        let all: Vec<&BigRational> = all.filter(|_| element != Type::Bool).collect();
        if all.is_empty() {
            return;
        }
        let middle = all[(number / 3) as usize % all.len()];
        let nearest = random.below(2) as i64;
        for cell in cells {
            let (way, steps) = (random.below(4), random.below(3) as i64);
            let (constant, steps) = match (number % 3, way) {
                (1, _) => (middle.clone(), -nearest - steps),
                (2, _) => (middle.clone(), nearest + steps),
                (_, 0) => (middle.clone(), steps - 1),
                (_, 1) => (-middle, steps - 1),
                (_, 2) => (all[random.below(all.len() as u64) as usize].clone(), steps - 1),
                _ => continue,
            };
            if let Some(value) = beside(&constant, steps, element).filter(is_allowed) {
                *cell = if element.is_fractional() { Scalar::Real(value) } else { Scalar::Int(value.to_integer()) };
            }
        }
    }
}

/// Beside other ones there are cells as it is.
fn is_far(constant: &BigRational) -> bool {
    constant.abs() > BigInt::from(8).into() || !(constant * BigInt::from(2)).is_integer()
}

/// The number of the type so many steps above a constant. Of fractions a step is a part of the constant: a float of its size may
/// not tell less.
fn beside(constant: &BigRational, steps: i64, ty: Type) -> Option<BigRational> {
    let step = if ty.is_fractional() { constant.abs() / BigInt::from(16) } else { BigInt::from(1).into() };
    let value = constant + step * BigInt::from(steps);
    let greatest = match ty {
        Type::Float { bits: 16 } => 65_504.0,
        Type::Float { bits: 32 } => f64::from(f32::MAX),
        _ => f64::MAX,
    };
    let is_in_range = match ty.range() {
        Some((low, high)) => value >= low.into() && value <= high.into(),
        None => BigRational::from_float(greatest).is_some_and(|greatest| value.abs() <= greatest),
    };
    is_in_range.then_some(value)
}
