//! The ranges of bound variables, read off the guards of their quantifier (MACHINE-12). What is found holds wherever the body
//! is not decided by its guard alone, so nothing outside the range needs to be looked at.

use std::collections::BTreeMap;

use crate::kernel::ir::{Binary, BoundId, Conversion, Expr, ExprKind, Quantifier, Type, Unary};

/// Expressions that a variable is not below, and not above.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub low: Vec<Expr>,
    pub high: Vec<Expr>,
}

/// The variables in an order in which every limit mentions earlier ones only, each with its limits.
pub fn limits(quantifier: Quantifier, vars: &[BoundId], body: &Expr) -> Vec<(BoundId, Limits)> {
    let mut guards = Vec::new();
    match quantifier {
        Quantifier::Forall => needed_for_false(body, &mut guards),
        Quantifier::Exists => needed_for_true(body, &mut guards),
    }
    let mut all: BTreeMap<BoundId, Limits> = vars.iter().map(|var| (*var, Limits::default())).collect();
    for guard in &guards {
        for var in vars {
            if let Some(limits) = all.get_mut(var) {
                compare(guard, *var, limits);
            }
        }
    }
    chain(&mut all);
    order(vars, all)
}

/// `i < j && j < n`: what limits j limits i too.
fn chain(all: &mut BTreeMap<BoundId, Limits>) {
    let before = all.clone();
    let through = |var: BoundId, found: &[Expr], side: fn(&Limits) -> &Vec<Expr>| -> Vec<Expr> {
        let mut more = Vec::new();
        for limit in found {
            let mut terms = Vec::new();
            sum(limit, true, &mut terms);
            for (other, limits) in &before {
                let is_other = |(term, plus): &(Expr, bool)| {
                    *plus && matches!(&*term.kind, ExprKind::Bound(bound) if bound == other)
                };
                let Some(at) = terms.iter().position(is_other).filter(|_| *other != var) else { continue };
                for put in side(limits).iter().filter(|put| !mentions(put, var)) {
                    let mut sum = terms.clone();
                    sum[at].0 = put.clone();
                    more.push(total(sum, true, limit));
                }
            }
        }
        more
    };
    for (var, limits) in all.iter_mut() {
        let low = through(*var, &limits.low, |other| &other.low);
        let high = through(*var, &limits.high, |other| &other.high);
        limits.low.extend(low);
        limits.high.extend(high);
    }
}

fn order(vars: &[BoundId], mut all: BTreeMap<BoundId, Limits>) -> Vec<(BoundId, Limits)> {
    let (mut done, mut left): (Vec<(BoundId, Limits)>, Vec<BoundId>) = (Vec::new(), vars.to_vec());
    while !left.is_empty() {
        let usable = |var: &BoundId| -> Limits {
            let free = |limit: &&Expr| !left.iter().any(|other| mentions(limit, *other));
            let limits = all.get(var).cloned().unwrap_or_default();
            Limits {
                low: limits.low.iter().filter(free).cloned().collect(),
                high: limits.high.iter().filter(free).cloned().collect(),
            }
        };
        let bounded = |var: &&BoundId| {
            let limits = usable(var);
            !limits.low.is_empty() && !limits.high.is_empty()
        };
        let next = left.iter().find(bounded).copied().unwrap_or(left[0]);
        done.push((next, usable(&next)));
        all.remove(&next);
        left.retain(|var| *var != next);
    }
    done
}

/// What holds wherever the proposition is false.
fn needed_for_false<'e>(body: &'e Expr, guards: &mut Vec<(&'e Expr, bool)>) {
    match &*body.kind {
        ExprKind::Binary(Binary::Implies, guard, conclusion) => {
            needed_for_true_of(guard, guards);
            needed_for_false(conclusion, guards);
        }
        ExprKind::Binary(Binary::Or, left, right) => {
            needed_for_false(left, guards);
            needed_for_false(right, guards);
        }
        ExprKind::Unary(Unary::Not, inner) => needed_for_true_of(inner, guards),
        ExprKind::Quantified(Quantifier::Forall, _, inner) => needed_for_false(inner, guards),
        _ => guards.push((body, false)),
    }
}

fn needed_for_true<'e>(body: &'e Expr, guards: &mut Vec<(&'e Expr, bool)>) {
    needed_for_true_of(body, guards);
}

/// What holds wherever the proposition is true.
fn needed_for_true_of<'e>(body: &'e Expr, guards: &mut Vec<(&'e Expr, bool)>) {
    match &*body.kind {
        ExprKind::Binary(Binary::And, left, right) => {
            needed_for_true_of(left, guards);
            needed_for_true_of(right, guards);
        }
        ExprKind::Unary(Unary::Not, inner) => needed_for_false(inner, guards),
        _ => guards.push((body, true)),
    }
}

/// Adds what a comparison says of a variable.
fn compare((guard, holds): &(&Expr, bool), var: BoundId, limits: &mut Limits) {
    if let (ExprKind::Unary(Unary::IsPow2, of), true) = (&*guard.kind, holds)
        && matches!(&*of.kind, ExprKind::Bound(bound) if *bound == var)
    {
        limits.low.push(Expr::new(ExprKind::Int(1.into()), Type::Integer, guard.span));
    }
    let ExprKind::Binary(op, left, right) = &*guard.kind else { return };
    if !left.ty.is_integral() || !right.ty.is_integral() {
        return;
    }
    let op = match (op, holds) {
        (Binary::Lt, true) | (Binary::Ge, false) => Binary::Lt,
        (Binary::Le, true) | (Binary::Gt, false) => Binary::Le,
        (Binary::Gt, true) | (Binary::Le, false) => Binary::Gt,
        (Binary::Ge, true) | (Binary::Lt, false) => Binary::Ge,
        (Binary::Eq, true) | (Binary::Ne, false) => Binary::Eq,
        _ => return,
    };
    // left - right as a sum of terms, of which one is the variable.
    let mut terms = Vec::new();
    sum(left, true, &mut terms);
    sum(right, false, &mut terms);
    let is_var = |(term, _): &(Expr, bool)| matches!(&*term.kind, ExprKind::Bound(bound) if *bound == var);
    let Some(at) = terms.iter().position(is_var) else { return };
    let (_, positive) = terms.remove(at);
    if terms.iter().any(|(term, _)| mentions(term, var)) {
        return;
    }
    // positive: var op -rest; negative: rest op var.
    let rest = total(terms, !positive, guard);
    let op = if positive { op } else { mirrored(op) };
    let off = |expr: &Expr, by: i64| {
        let one = Expr::new(ExprKind::Int(by.into()), Type::Integer, guard.span);
        Expr::new(ExprKind::Binary(Binary::Add, expr.clone(), one), Type::Integer, guard.span)
    };
    match op {
        Binary::Lt => limits.high.push(off(&rest, -1)),
        Binary::Le => limits.high.push(rest),
        Binary::Gt => limits.low.push(off(&rest, 1)),
        Binary::Ge => limits.low.push(rest),
        Binary::Eq => {
            limits.low.push(rest.clone());
            limits.high.push(rest);
        }
        _ => {}
    }
}

fn mirrored(op: Binary) -> Binary {
    match op {
        Binary::Lt => Binary::Gt,
        Binary::Le => Binary::Ge,
        Binary::Gt => Binary::Lt,
        Binary::Ge => Binary::Le,
        other => other,
    }
}

/// The summands with their signs; conversions to mathematical integers change nothing.
fn sum(expr: &Expr, positive: bool, terms: &mut Vec<(Expr, bool)>) {
    match &*expr.kind {
        ExprKind::Binary(Binary::Add, a, b) if expr.ty == Type::Integer => {
            sum(a, positive, terms);
            sum(b, positive, terms);
        }
        ExprKind::Binary(Binary::Sub, a, b) if expr.ty == Type::Integer => {
            sum(a, positive, terms);
            sum(b, !positive, terms);
        }
        ExprKind::Unary(Unary::Neg, a) if expr.ty == Type::Integer => sum(a, !positive, terms),
        ExprKind::Convert(Conversion::Explicit | Conversion::Implicit, a)
            if expr.ty == Type::Integer && a.ty.is_integral() =>
        {
            sum(a, positive, terms);
        }
        _ => terms.push((expr.clone(), positive)),
    }
}

/// The sum of the terms, negated where `keep` is false.
fn total(terms: Vec<(Expr, bool)>, keep: bool, guard: &Expr) -> Expr {
    let integer = |kind| Expr::new(kind, Type::Integer, guard.span);
    let mut result: Option<Expr> = None;
    for (term, positive) in terms {
        let op = if positive == keep { Binary::Add } else { Binary::Sub };
        result = Some(match (result, op) {
            (None, Binary::Add) => term,
            (before, op) => {
                let before = before.unwrap_or_else(|| integer(ExprKind::Int(0.into())));
                integer(ExprKind::Binary(op, before, term))
            }
        });
    }
    result.unwrap_or_else(|| integer(ExprKind::Int(0.into())))
}

fn mentions(expr: &Expr, var: BoundId) -> bool {
    let mut found = false;
    expr.walk(&mut |part| found |= matches!(&*part.kind, ExprKind::Bound(bound) if *bound == var));
    found
}
