//! Operators of annotations on resolved operands.

use num_traits::Zero;

use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{
    Env, Lowered, Reported, types,
    value::{self, operator},
};
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, Type, Unary};
use crate::syntax::tree::{BinaryOp, UnaryOp};

/// A proposition: an integer means that it is not 0.
pub fn proposition(env: &mut Env, e: Expr) -> Lowered<Expr> {
    match e.ty {
        Type::Bool => Ok(e),
        Type::Int { .. } | Type::Integer => {
            let span = e.span;
            let number = value::lift(e);
            let zero = value::int(0, Type::Integer, span);
            Ok(Expr { span, ..value::binary(Binary::Ne, number, zero) })
        }
        Type::Float { .. } | Type::Real | Type::Thread | Type::Block => {
            Err(wrong_sort(env, e.span, "a proposition", sort_name(e.ty)))
        }
    }
}

/// A mathematical integer.
pub fn integer(env: &mut Env, e: Expr) -> Lowered<Expr> {
    match e.ty {
        Type::Bool | Type::Int { .. } | Type::Integer => Ok(value::lift(e)),
        Type::Float { .. } | Type::Real | Type::Thread | Type::Block => {
            Err(wrong_sort(env, e.span, "an integer", sort_name(e.ty)))
        }
    }
}

/// A number: an integer, or a real as it is.
pub fn number(env: &mut Env, e: Expr) -> Lowered<Expr> {
    match e.ty {
        Type::Bool | Type::Int { .. } | Type::Integer => Ok(value::lift(e)),
        Type::Float { .. } | Type::Real => Ok(e),
        Type::Thread | Type::Block => Err(wrong_sort(env, e.span, "a number", sort_name(e.ty))),
    }
}

/// Two numbers in the sort where they meet.
pub fn common(env: &mut Env, a: Expr, b: Expr) -> Lowered<(Expr, Expr)> {
    let (a, b) = (number(env, a)?, number(env, b)?);
    let ty = match (a.ty, b.ty) {
        (Type::Real, _) | (_, Type::Real) => Type::Real,
        (Type::Float { bits: x }, Type::Float { bits: y }) => Type::Float { bits: x.max(y) },
        (float @ Type::Float { .. }, _) | (_, float @ Type::Float { .. }) => float,
        _ => Type::Integer,
    };
    Ok((to(a, ty), to(b, ty)))
}

/// A number in a wider sort; literals become literals of it.
pub fn to(e: Expr, ty: Type) -> Expr {
    let span = e.span;
    match (&*e.kind, ty) {
        _ if e.ty == ty => e,
        (ExprKind::Int(known), Type::Real) => Expr::new(ExprKind::Real(known.clone().into()), ty, span),
        (ExprKind::Real(known), Type::Real) => Expr::new(ExprKind::Real(known.clone()), ty, span),
        (_, Type::Float { .. }) => value::convert(e, ty, Conversion::Explicit),
        _ => Expr::new(ExprKind::Convert(Conversion::Explicit, e), ty, span),
    }
}

/// A unary operator of an annotation; E0423 where C's unsigned numbers would give another value.
pub fn unary(env: &mut Env, op: UnaryOp, e: Expr, span: Span) -> Lowered<Expr> {
    let result = match op {
        UnaryOp::Not => value::not(proposition(env, e)?),
        UnaryOp::Plus => number(env, e)?,
        UnaryOp::Minus => {
            if let (ExprKind::Int(_), Type::Int { signed: false, .. }) = (&*e.kind, e.ty) {
                let message = "in C this is a large unsigned number; in an annotation numbers have no width";
                let wrong = Diagnostic::error(codes::E0423, span, message);
                env.diagnostic(wrong.note("write `-1` for the negative number, `(unsigned)-1` for the unsigned one"));
                return Err(Reported);
            }
            let operand = number(env, e)?;
            match &*operand.kind {
                ExprKind::Int(known) => value::int(-known, operand.ty, span),
                ExprKind::Real(known) if !known.is_zero() => Expr::new(ExprKind::Real(-known), operand.ty, span),
                _ => value::unary(Unary::Neg, operand, span),
            }
        }
        UnaryOp::BitNot => {
            // The width decides: ~0u is the largest unsigned value, while ~0 is -1 in every width.
            let operand = match e.ty {
                Type::Int { .. } => {
                    let ty = types::promote(e.ty);
                    value::convert(e, ty, Conversion::Explicit)
                }
                _ if is_unsigned(&e) => return Err(no_width(env, span)),
                _ => integer(env, e)?,
            };
            value::unary(Unary::BitNot, operand, span)
        }
        UnaryOp::Deref | UnaryOp::AddressOf => {
            return Err(env.unsupported("pointer operation in an annotation", span));
        }
    };
    Ok(Expr { span, ..result })
}

/// A binary operator of an annotation, its operands brought to one sort; E0402 where they have none.
pub fn binary(env: &mut Env, op: BinaryOp, a: Expr, b: Expr, span: Span) -> Lowered<Expr> {
    let (ir_op, symbol) = operator(op);
    let (a, b) = match op {
        BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff => {
            (proposition(env, a)?, proposition(env, b)?)
        }
        BinaryOp::Eq | BinaryOp::Ne => match (a.ty, b.ty) {
            (Type::Bool, Type::Bool) | (Type::Thread, Type::Thread) | (Type::Block, Type::Block) => (a, b),
            (Type::Thread | Type::Block, _) | (_, Type::Thread | Type::Block) => {
                let message = format!("`{symbol}` compares {} with {}", sort_name(a.ty), sort_name(b.ty));
                return Err(env.error(codes::E0402, span, message));
            }
            _ => common(env, a, b)?,
        },
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => common(env, a, b)?,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Add | BinaryOp::Sub => common(env, a, b)?,
        BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => (integer(env, a)?, integer(env, b)?),
        BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr => bits(env, a, b)?,
    };
    Ok(Expr { span, ..value::binary(ir_op, a, b) })
}

/// Operands of a bit operation: truth values, machine integers at C's common width, else
/// mathematical integers in two's complement without end.
fn bits(env: &mut Env, a: Expr, b: Expr) -> Lowered<(Expr, Expr)> {
    if a.ty == Type::Bool && b.ty == Type::Bool {
        return Ok((a, b));
    }
    let a = narrowed(a, b.ty);
    let b = narrowed(b, a.ty);
    if let (Type::Int { .. }, Type::Int { .. }) = (a.ty, b.ty) {
        let ty = types::common(a.ty, b.ty);
        let at_width = |e: Expr| value::convert(e, ty, Conversion::Explicit);
        return Ok((at_width(a), at_width(b)));
    }
    Ok((integer(env, a)?, integer(env, b)?))
}

/// Reports `~` of unsigned arithmetic.
pub fn no_width(env: &mut Env, span: Span) -> Reported {
    let message = "`~` of unsigned arithmetic, which has no width in an annotation";
    let wrong = Diagnostic::error(codes::E0423, span, message);
    env.diagnostic(wrong.note("write `~(unsigned)(a + b)` for the complement in that type"));
    Reported
}

/// Whether C takes a mathematical integer of an annotation for an unsigned number.
fn is_unsigned(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Convert(_, inner) | ExprKind::Unary(_, inner) if e.ty == Type::Integer => is_unsigned(inner),
        ExprKind::Binary(Binary::Shl | Binary::Shr, left, _) => is_unsigned(left),
        ExprKind::Binary(_, left, right) if e.ty == Type::Integer => is_unsigned(left) || is_unsigned(right),
        ExprKind::Conditional(_, then, other) => is_unsigned(then) || is_unsigned(other),
        _ => matches!(types::promote(e.ty), Type::Int { signed: false, .. }),
    }
}

/// A literal beside a machine integer has its type, if it fits.
fn narrowed(e: Expr, beside: Type) -> Expr {
    let ty = types::promote(beside);
    match (&*e.kind, e.ty, ty, ty.range()) {
        (ExprKind::Int(known), Type::Integer | Type::Int { .. }, Type::Int { .. }, Some((low, high)))
            if low <= *known && *known <= high =>
        {
            value::int(known.clone(), ty, e.span)
        }
        _ => e,
    }
}

/// How a sort is called in messages.
pub fn sort_name(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "a truth value",
        Type::Int { .. } | Type::Integer => "an integer",
        Type::Float { .. } | Type::Real => "a real number",
        Type::Thread => "a thread",
        Type::Block => "a block",
    }
}

/// Records that something has the wrong sort.
pub fn wrong_sort(env: &mut Env, span: Span, needed: &str, found: &str) -> Reported {
    env.error(codes::E0402, span, format!("{needed} is needed here, not {found}"))
}
