//! Minima and maxima over a range: their normal form, and what they say of their values.
//!
//! `max_over(k, max(f(k), g(k)), lo, hi) = max(max_over(k, f(k), lo, hi), max_over(k, g(k), lo, hi))`, and the range shifted so
//! that the body reads at the variable itself: two that agree up to these become one term. Both hold over an empty range, too,
//! where the value is one unknown number (R36). Over integers and reals only.

use crate::logic::{Combine, FoldKind, Op, Sort, TermId, Terms, VarId};

use crate::simplify::known::Known;

/// A minimum or maximum over a range of numbers with a body in normal form.
#[derive(Clone, Copy)]
pub struct Extremum {
    kind: FoldKind,
    var: VarId,
    range: [TermId; 2],
    body: TermId,
}

impl Extremum {
    pub fn of(terms: &Terms, term: TermId) -> Option<Extremum> {
        let Op::Fold(kind, var) = *terms.op(term) else { return None };
        let [lo, hi, body] = terms.args(term)[..] else { return None };
        (kind.needs_values() && terms.sort(body).is_numeric()).then_some(Extremum { kind, var, range: [lo, hi], body })
    }

    fn over(&self, terms: &mut Terms, body: TermId) -> TermId {
        let [lo, hi] = self.range;
        terms.fold(self.kind, self.var, lo, hi, body)
    }

    /// A body that chooses the larger or the smaller of two values.
    pub fn of_choice(&self, terms: &mut Terms) -> Option<TermId> {
        let body = as_extremum(terms, self.body)?;
        Some(self.over(terms, body))
    }

    /// An extremum of extrema of two values is one of two extrema.
    pub fn split(&self, terms: &mut Terms) -> Option<TermId> {
        if *terms.op(self.body) != operator(self.kind) {
            return None;
        }
        let [one, other] = terms.args(self.body)[..] else { return None };
        let (one, other) = (self.over(terms, one), self.over(terms, other));
        Some(terms.combine(self.kind, one, other))
    }

    /// The body, where it does not mention the variable and there is a value.
    pub fn constant(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        if terms.free(self.body).contains(&self.var) {
            return None;
        }
        let occupied = terms.le(self.range[0], self.range[1]);
        (known.decide_by_bounds(terms, occupied) == Some(true)).then_some(self.body)
    }
}

fn operator(kind: FoldKind) -> Op {
    match kind.row().combine {
        Combine::Min => Op::Min,
        Combine::Max => Op::Max,
        Combine::Add => Op::Add,
        Combine::Mul | Combine::Declared(_) => Op::Mul,
    }
}

/// `ite(x < y, y, x)` as `max(x, y)`, and its like.
fn as_extremum(terms: &mut Terms, term: TermId) -> Option<TermId> {
    let args = terms.args(term).to_vec();
    if *terms.op(term) != Op::Ite || !terms.sort(term).is_numeric() {
        return None;
    }
    let (condition, then, other) = (args[0], args[1], args[2]);
    let sides = terms.args(condition).to_vec();
    if !matches!(terms.op(condition), Op::Le | Op::Lt) || terms.sort(sides[0]) != terms.sort(then) {
        return None;
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
        Some(terms.max(then, other))
    } else if is(-1) {
        Some(terms.min(then, other))
    } else {
        None
    }
}
