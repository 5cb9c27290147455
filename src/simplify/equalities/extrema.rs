//! Minima and maxima over a range: their normal form, and what they say of their values.
//!
//! `max_over(k, max(f(k), g(k)), lo, hi) = max(max_over(k, f(k), lo, hi), max_over(k, g(k), lo, hi))`, and the range shifted so
//! that the body reads at the variable itself: two that agree up to these become one term. Both hold over an empty range, too,
//! where the value is one unknown number (R36). Over integers and reals only.

use crate::logic::{Combine, FoldKind, Op, Sort, TermId, Terms, VarId};

use crate::simplify::equalities::sums;
use crate::simplify::known::Known;
use crate::simplify::rules::rule::Rule;

/// The fold of a body that is in normal form; `parts` are its bounds and the body.
pub fn normal(terms: &mut Terms, kind: FoldKind, var: VarId, parts: [TermId; 3], known: &Known) -> TermId {
    let [lo, hi, body] = parts;
    let body = as_extremum(terms, body);
    if *terms.op(body) == operator(kind) {
        known.used(Rule::ExtremumLinear);
        let args = terms.args(body).to_vec();
        let parts: Vec<TermId> = args.iter().map(|arg| normal(terms, kind, var, [lo, hi, *arg], known)).collect();
        return terms.combine(kind, parts[0], parts[1]);
    }
    let occupied = terms.le(lo, hi);
    if !terms.free(body).contains(&var) && known.decide_by_bounds(terms, occupied) == Some(true) {
        known.used(Rule::ExtremumConstant);
        return body;
    }
    let (lo, hi, body) = sums::shifted(terms, var, lo, hi, body, known);
    terms.fold(kind, var, lo, hi, body)
}

fn operator(kind: FoldKind) -> Op {
    match kind.row().combine {
        Combine::Min => Op::Min,
        Combine::Max => Op::Max,
        Combine::Add => Op::Add,
        Combine::Mul | Combine::Declared(_) => Op::Mul,
    }
}

/// `ite(x < y, y, x)` as `max(x, y)`, and its like; other terms as they are.
fn as_extremum(terms: &mut Terms, term: TermId) -> TermId {
    let args = terms.args(term).to_vec();
    if *terms.op(term) != Op::Ite || !terms.sort(term).is_numeric() {
        return term;
    }
    let (condition, then, other) = (args[0], args[1], args[2]);
    let sides = terms.args(condition).to_vec();
    if !matches!(terms.op(condition), Op::Le | Op::Lt) || terms.sort(sides[0]) != terms.sort(then) {
        return term;
    }
    // The condition is `difference >= 0` (or `> 0`), and of integers `x >= 1` is `x > 0`.
    let difference = terms.poly(sides[1]).sub(&terms.poly(sides[0]));
    let gain = terms.poly(then).sub(&terms.poly(other));
    let slack = match terms.sort(then) {
        Sort::Int => vec![0, 1],
        _ => vec![0],
    };
    let is = |factor: i64| {
        slack.iter().any(|slack| {
            let mut rest = gain.scale(&factor.into()).sub(&difference);
            rest.add(&crate::logic::Poly::integer(-slack));
            rest.is_zero()
        })
    };
    if is(1) {
        terms.max(then, other)
    } else if is(-1) {
        terms.min(then, other)
    } else {
        term
    }
}
