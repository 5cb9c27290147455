//! Cells that a precondition defines: `∀t. guard → a[t] = e`, where `e` speaks of the index, of scalars and of other
//! arrays, also by folds over them (`position[t] == count(k, flag[k] != 0, 0, t - 1)`).
//!
//! The expression is made ground (folds written out, cells replaced by the contents that were chosen), and then
//! evaluated like every other one.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use crate::interp::Contents;
use crate::interp::value::{Pool, Scalar, Value};
use crate::kernel::ir::{ArrayId, Binary, BoundId, Expr, ExprKind, FoldKind, Type};

use super::solve::{Choice, eval};

/// Steps of a fold that are written out.
const MAX_STEPS: i64 = 64;

/// What the cells of an array equal.
#[derive(Clone, Debug)]
pub struct Formula {
    pub index: BoundId,
    pub value: Expr,
}

impl Formula {
    /// The arrays whose contents it needs.
    pub fn reads(&self) -> BTreeSet<ArrayId> {
        self.value.arrays_read().into_iter().collect()
    }

    /// The value at an index, if it can be found.
    pub fn at(
        &self,
        index: i64,
        choice: &Choice,
        arrays: &BTreeMap<ArrayId, Contents>,
        pool: &mut Pool,
    ) -> Option<i64> {
        let mut ground = Ground { choice, arrays, pool, values: [(self.index, index)].into() };
        let value = ground.expr(&self.value)?;
        match eval(&value, choice, ground.pool) {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }
}

struct Ground<'a> {
    choice: &'a Choice,
    arrays: &'a BTreeMap<ArrayId, Contents>,
    pool: &'a mut Pool,
    values: BTreeMap<BoundId, i64>,
}

impl Ground<'_> {
    /// The expression without folds, bound variables and reads; nothing where something of it is not known.
    fn expr(&mut self, expr: &Expr) -> Option<Expr> {
        let kind = match &*expr.kind {
            ExprKind::Bound(var) => ExprKind::Int((*self.values.get(var)?).into()),
            ExprKind::Read { array, index } => self.read(*array, index)?,
            ExprKind::Fold { .. } => return self.fold(expr),
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, self.expr(a)?),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, self.expr(a)?, self.expr(b)?),
            ExprKind::Convert(how, a) => ExprKind::Convert(*how, self.expr(a)?),
            ExprKind::Conditional(c, a, b) => ExprKind::Conditional(self.expr(c)?, self.expr(a)?, self.expr(b)?),
            ExprKind::Old(inner) => ExprKind::Old(self.expr(inner)?),
            other => other.clone(),
        };
        Some(Expr::new(kind, expr.ty, expr.span))
    }

    fn int(&mut self, expr: &Expr) -> Option<i64> {
        let expr = self.expr(expr)?;
        match eval(&expr, self.choice, self.pool) {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    fn read(&mut self, array: ArrayId, index: &[Expr]) -> Option<ExprKind> {
        let [index] = index else { return None };
        let at = usize::try_from(self.int(index)?).ok()?;
        Some(match self.arrays.get(&array)?.cells.get(at)? {
            Scalar::Bool(value) => ExprKind::Bool(*value),
            Scalar::Int(value) => ExprKind::Int(value.clone()),
            Scalar::Real(value) => ExprKind::Real(value.clone()),
            Scalar::Float(_) | Scalar::Term(_) => return None,
        })
    }

    /// A fold, written out.
    fn fold(&mut self, whole: &Expr) -> Option<Expr> {
        let ExprKind::Fold { kind, var, body, lo, hi } = &*whole.kind else { return None };
        let (lo, hi) = (self.int(lo)?, self.int(hi)?);
        if hi.saturating_sub(lo) > MAX_STEPS {
            return None;
        }
        let number = |value: i64| Expr::new(ExprKind::Int(BigInt::from(value)), whole.ty, whole.span);
        let (op, unit) = match kind {
            FoldKind::Sum | FoldKind::Count => (Binary::Add, 0),
            FoldKind::Prod => (Binary::Mul, 1),
            FoldKind::MinOver | FoldKind::MaxOver | FoldKind::Over(_) => return None,
        };
        let mut result = number(unit);
        for at in lo..=hi {
            let outer = self.values.insert(*var, at);
            let mut value = self.expr(body)?;
            match outer {
                Some(outer) => self.values.insert(*var, outer),
                None => self.values.remove(var),
            };
            if *kind == FoldKind::Count {
                value = Expr::new(ExprKind::Conditional(value, number(1), number(0)), Type::Integer, whole.span);
            }
            result = Expr::new(ExprKind::Binary(op, result, value), whole.ty, whole.span);
        }
        Some(result)
    }
}
