//! What C's precedence makes of an annotation where a careful reader takes it otherwise (CLAUSE-18).

use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{Env, Lowered, Reported};
use crate::kernel::ir::{Expr, Type};
use crate::syntax::tree::{self, BinaryOp, ExprKind, SpecExpr, UnaryOp, written};

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
        _ => negated(env, op, left.0, Some(right.0), span),
    }
}

/// `!a < b` is `(!a) < b`, whatever a and b are.
pub fn negated(env: &mut Env, op: BinaryOp, left: &tree::Expr, right: Option<&tree::Expr>, span: Span) -> Lowered<()> {
    match loose(left) {
        Some(inner) if is_not(inner) => Err(said(env, tighter_not(op, (left, right), span))),
        _ => Ok(()),
    }
}

fn is_not(e: &tree::Expr) -> bool {
    matches!(e.kind, ExprKind::Unary(UnaryOp::Not, _))
}

fn tighter_not(op: BinaryOp, (operand, other): (&tree::Expr, Option<&tree::Expr>), span: Span) -> Diagnostic {
    let symbol = op.symbol();
    let negated = match &written::unmarked(operand).kind {
        ExprKind::Unary(_, of) => written::operand(of),
        _ => None,
    };
    let (a, b) = match (negated, other.and_then(written::operand)) {
        (Some(a), Some(b)) => (a, b),
        _ => ("a".to_owned(), "b".to_owned()),
    };
    Diagnostic::error(codes::E0419, span, format!("`!` binds tighter than `{symbol}`"))
        .also(operand.span, "this is evaluated first")
        .note(format!("write `!({a} {symbol} {b})`, or `(!{a}) {symbol} {b}` where that is meant"))
}

/// A choice between numbers says nothing as a proposition: `x == y ? 1 : 2` compares before it chooses.
pub fn proposition(env: &mut Env, e: &tree::Expr, value: &Expr) -> Lowered<()> {
    if !matches!(e.kind, ExprKind::Conditional(..)) || !value.ty.is_integral() {
        return Ok(());
    }
    let wrong = Diagnostic::error(codes::E0419, e.span, "this `?:` chooses a number where a condition is needed");
    let meant = chosen(e).unwrap_or_else(|| "a == (b ? c : d)".to_owned());
    Err(said(env, wrong.note(format!("`==` binds tighter than `?:`: write `{meant}`"))))
}

/// `a == b ? c : d` with the choice in parentheses.
fn chosen(e: &tree::Expr) -> Option<String> {
    let ExprKind::Conditional(test, then, other) = &e.kind else { return None };
    let ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) = &test.kind else { return None };
    let [a, b, then, other] = [a, b, then, other].map(|part| written::operand(part));
    Some(format!("{} {} ({} ? {} : {})", a?, op.symbol(), b?, then?, other?))
}

/// `a == b & c` is `(a == b) & c`.
fn bits(env: &mut Env, op: BinaryOp, left: Operand, right: Operand, span: Span) -> Lowered<()> {
    let symbol = op.symbol();
    for (is_left, (e, value), (beside, other)) in [(true, left, right), (false, right, left)] {
        let Some(inner) = loose(e) else { continue };
        if value.ty != Type::Bool || other.ty == Type::Bool {
            continue;
        }
        let Some(tighter) = inner_symbol(inner) else {
            let message = format!("`{symbol}` stands between a truth value and a number");
            let wrong = Diagnostic::error(codes::E0419, span, message).also(e.span, "this is evaluated first");
            return Err(said(env, wrong.note(format!("put what is evaluated before `{symbol}` in parentheses"))));
        };
        let wrong = Diagnostic::error(codes::E0419, span, format!("`{tighter}` binds tighter than `{symbol}`"));
        let meant = bits_first(op, inner, beside, is_left).unwrap_or_else(|| format!("(a {symbol} b) {tighter} c"));
        let wrong = wrong.also(e.span, "this is evaluated first");
        return Err(said(env, wrong.note(format!("write `{meant}`"))));
    }
    Ok(())
}

/// `x & y == z` with the bit operation in parentheses, where the comparison is its left or its right operand.
fn bits_first(op: BinaryOp, comparison: &tree::Expr, beside: &tree::Expr, is_left: bool) -> Option<String> {
    let ExprKind::Binary(compares, y, z) = &comparison.kind else { return None };
    let [x, y, z] = [beside, y, z].map(written::operand);
    let (x, y, z, symbol, compares) = (x?, y?, z?, op.symbol(), compares.symbol());
    Some(match is_left {
        true => format!("{y} {compares} ({z} {symbol} {x})"),
        false => format!("({x} {symbol} {y}) {compares} {z}"),
    })
}

/// `a < b == c` is `(a < b) == c`, and `!a == b` is `(!a) == b`.
fn compared(env: &mut Env, op: BinaryOp, left: Operand, right: Operand, span: Span) -> Lowered<()> {
    let symbol = op.symbol();
    for (is_left, (e, _), (beside, other)) in [(true, left, right), (false, right, left)] {
        let Some(inner) = loose(e) else { continue };
        let both = loose(beside);
        if other.ty == Type::Bool && both.is_none_or(|both| is_not(inner) && is_not(both)) {
            continue;
        }
        if is_not(inner) {
            return Err(said(env, tighter_not(op, (e, Some(beside)), span)));
        }
        let message = format!("`{symbol}` compares the truth value of a comparison");
        let wrong = Diagnostic::error(codes::E0419, span, message).also(e.span, "this is evaluated first");
        let (apart, first) = one_by_one(op, inner, beside, is_left)
            .unwrap_or_else(|| (format!("a < b && b {symbol} c"), format!("(a < b) {symbol} c")));
        return Err(said(env, wrong.note(format!("write `{apart}`, or `{first}` where that is meant"))));
    }
    Ok(())
}

/// `a < b == c` as two comparisons, and with the first in parentheses.
fn one_by_one(op: BinaryOp, inner: &tree::Expr, beside: &tree::Expr, is_left: bool) -> Option<(String, String)> {
    let ExprKind::Binary(compares, a, b) = &inner.kind else { return None };
    let [a, b, c] = [a, b, beside].map(|operand| written::operand_of(op, operand));
    let (a, b, c, symbol, compares) = (a?, b?, c?, op.symbol(), compares.symbol());
    let comparison = format!("{a} {compares} {b}");
    Some(match is_left {
        true => (format!("{comparison} && {b} {symbol} {c}"), format!("({comparison}) {symbol} {c}")),
        false => (format!("{c} {symbol} {a} && {comparison}"), format!("{c} {symbol} ({comparison})")),
    })
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
