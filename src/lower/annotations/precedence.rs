//! What C's precedence makes of an annotation where a careful reader takes it otherwise (CLAUSE-18).

use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{Env, Lowered, Reported};
use crate::kernel::ir::{Expr, Type};
use crate::syntax::tree::{self, BinaryOp, ExprKind, SpecExpr, UnaryOp};

/// An operand as written, and what it is.
pub(super) type Operand<'e> = (&'e tree::Expr, &'e Expr);

/// Whether an operator may stand between these operands as it does.
pub fn check(env: &mut Env, op: BinaryOp, left: Operand, right: Operand, span: Span) -> Lowered<()> {
    match op {
        BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr => {
            bits(env, op, left, right, span)?;
            power(env, op, left, span);
            Ok(())
        }
        BinaryOp::Eq | BinaryOp::Ne => compared(env, op, left, right, span),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff => {
            [left, right].into_iter().try_for_each(|(e, value)| proposition(env, e, value))
        }
        _ => negated(env, op, left.0, span),
    }
}

/// `!a < b` is `(!a) < b`, whatever a and b are.
pub fn negated(env: &mut Env, op: BinaryOp, left: &tree::Expr, span: Span) -> Lowered<()> {
    match loose(left) {
        Some(inner) if is_not(inner) => Err(said(env, tighter_not(op, left, span))),
        _ => Ok(()),
    }
}

fn is_not(e: &tree::Expr) -> bool {
    matches!(e.kind, ExprKind::Unary(UnaryOp::Not, _))
}

fn tighter_not(op: BinaryOp, operand: &tree::Expr, span: Span) -> Diagnostic {
    let symbol = op.symbol();
    Diagnostic::error(codes::E0419, span, format!("`!` binds tighter than `{symbol}`"))
        .also(operand.span, "this is evaluated first")
        .note(format!("write `!(a {symbol} b)`, or put the operand in parentheses: `(!a) {symbol} b`"))
}

/// A choice between numbers says nothing as a proposition: `x == y ? 1 : 2` compares before it chooses.
pub fn proposition(env: &mut Env, e: &tree::Expr, value: &Expr) -> Lowered<()> {
    if !matches!(e.kind, ExprKind::Conditional(..)) || !value.ty.is_integral() {
        return Ok(());
    }
    let wrong = Diagnostic::error(codes::E0419, e.span, "a choice between numbers stands for a proposition");
    Err(said(env, wrong.note("`a == b ? c : d` is `(a == b) ? c : d`: write `a == (b ? c : d)`")))
}

/// `a == b & c` is `(a == b) & c`.
fn bits(env: &mut Env, op: BinaryOp, left: Operand, right: Operand, span: Span) -> Lowered<()> {
    let symbol = op.symbol();
    for ((e, value), (_, other)) in [(left, right), (right, left)] {
        let Some(inner) = loose(e) else { continue };
        if value.ty != Type::Bool || other.ty == Type::Bool {
            continue;
        }
        let message = format!("`{symbol}` stands between a truth value and a number");
        let wrong = Diagnostic::error(codes::E0419, span, message).also(e.span, "this is evaluated first");
        let note = match inner_symbol(inner) {
            Some(inner) => format!(
                "`{inner}` binds tighter than `{symbol}`: write `(a {symbol} b) {inner} c`, or put what is evaluated first in parentheses"
            ),
            None => format!("put what is evaluated before `{symbol}` in parentheses"),
        };
        return Err(said(env, wrong.note(note)));
    }
    Ok(())
}

/// `a < b == c` is `(a < b) == c`, and `!a == b` is `(!a) == b`.
fn compared(env: &mut Env, op: BinaryOp, left: Operand, right: Operand, span: Span) -> Lowered<()> {
    let symbol = op.symbol();
    for ((e, _), (beside, other)) in [(left, right), (right, left)] {
        let Some(inner) = loose(e) else { continue };
        let both = loose(beside);
        if other.ty == Type::Bool && both.is_none_or(|both| is_not(inner) && is_not(both)) {
            continue;
        }
        if is_not(inner) {
            return Err(said(env, tighter_not(op, e, span)));
        }
        let message = format!("`{symbol}` compares what a comparison says");
        let wrong = Diagnostic::error(codes::E0419, span, message).also(e.span, "this is evaluated first");
        let note = format!("write `a < b && b {symbol} c`, or put the comparison in parentheses: `(a < b) {symbol} c`");
        return Err(said(env, wrong.note(note)));
    }
    Ok(())
}

/// `2 ^ m`, where compilers warn too.
fn power(env: &mut Env, op: BinaryOp, (left, _): Operand, span: Span) {
    let ExprKind::Int(literal) = &left.kind else { return };
    if op != BinaryOp::BitXor || ![2.into(), 10.into()].contains(&literal.value) {
        return;
    }
    let warning = Diagnostic::warning(codes::W0402, span, "`^` is exclusive or, not a power");
    env.diagnostic(warning.note(format!(
        "the power is `\\pow({}, m)`; `m ^ {0}` is the exclusive or without this warning",
        literal.value
    )));
}

/// What stands as an operand without parentheses though it is a comparison, a bit operation or a negation.
fn loose(e: &tree::Expr) -> Option<&tree::Expr> {
    match &e.kind {
        ExprKind::Spec(SpecExpr::Loose(inner)) => Some(inner),
        _ => None,
    }
}

fn inner_symbol(e: &tree::Expr) -> Option<&'static str> {
    match &e.kind {
        ExprKind::Binary(op, ..) => Some(op.symbol()),
        ExprKind::Spec(SpecExpr::Chain(_, rest)) => rest.first().map(|(op, _)| op.symbol()),
        _ => None,
    }
}

fn said(env: &mut Env, wrong: Diagnostic) -> Reported {
    env.diagnostic(wrong);
    Reported
}
