//! The values that plain expressions over the numbers of a launch have in a setup.

use num_traits::ToPrimitive;

use crate::interp::{Scalar, Setup};
use crate::kernel::ir::{Binary, Builtin, Conversion, Expr, ExprKind, Unary};

/// The value of sums and products of dimensions and integer parameters; none of anything else, or where it is huge.
pub fn integer(e: &Expr, setup: &Setup) -> Option<i128> {
    match &*e.kind {
        ExprKind::Int(value) => value.to_i128(),
        ExprKind::Local(local) => match setup.scalars.get(local)? {
            Scalar::Int(value) => value.to_i128(),
            _ => None,
        },
        ExprKind::Builtin(Builtin::BlockDim(axis)) => Some(setup.block[axis.index()].into()),
        ExprKind::Builtin(Builtin::GridDim(axis)) => Some(setup.grid[axis.index()].into()),
        ExprKind::Convert(Conversion::Implicit, of) => integer(of, setup),
        ExprKind::Binary(op, one, other) => {
            let (one, other) = (integer(one, setup)?, integer(other, setup)?);
            match op {
                Binary::Add => one.checked_add(other),
                Binary::Sub => one.checked_sub(other),
                Binary::Mul => one.checked_mul(other),
                Binary::Rem => one.checked_rem(other),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether comparisons of these hold; none where it is not known.
pub fn holds(e: &Expr, setup: &Setup) -> Option<bool> {
    match &*e.kind {
        ExprKind::Binary(Binary::And, one, other) => Some(holds(one, setup)? && holds(other, setup)?),
        ExprKind::Unary(Unary::IsPow2, of) => {
            let value = integer(of, setup)?;
            Some(value > 0 && value & (value - 1) == 0)
        }
        ExprKind::Binary(op, one, other) => {
            let (one, other) = (integer(one, setup)?, integer(other, setup)?);
            match op {
                Binary::Lt => Some(one < other),
                Binary::Le => Some(one <= other),
                Binary::Gt => Some(one > other),
                Binary::Ge => Some(one >= other),
                Binary::Eq => Some(one == other),
                Binary::Ne => Some(one != other),
                _ => None,
            }
        }
        _ => None,
    }
}
