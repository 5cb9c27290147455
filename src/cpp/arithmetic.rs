//! Operations on scalars, with C's conversions of the operands.

use crate::base::{Span, codes};
use crate::kernel::ir::{Conversion, Expr, Type};
use crate::syntax::tree::BinaryOp;

use super::{
    Env, Lowered, Reported,
    types::{common, promote, type_name},
    value::{binary, convert, operator},
};

/// An operation on scalars, with C's conversions.
pub fn arithmetic(env: &mut Env, op: BinaryOp, a: Expr, b: Expr, span: Span) -> Lowered<Expr> {
    let (ir_op, symbol) = operator(op);
    let integral_only = matches!(
        op,
        BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
    );
    if integral_only && let Some(wrong) = [&a, &b].into_iter().find(|operand| operand.ty.is_fractional()) {
        return Err(wrong_operand(env, symbol, wrong.ty, span));
    }
    let (left, right) = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
        (promote(a.ty), promote(b.ty))
    } else {
        let ty = common(a.ty, b.ty);
        (ty, ty)
    };
    let a = convert(a, left, Conversion::Implicit);
    let b = convert(b, right, Conversion::Implicit);
    let mut result = binary(ir_op, a, b);
    result.span = span;
    Ok(result)
}

/// Reports an operator that takes no value of the type.
pub fn wrong_operand(env: &mut Env, op: &str, ty: Type, span: Span) -> Reported {
    env.error(codes::E0302, span, format!("`{op}` does not take a value of type {}", type_name(ty)))
}
