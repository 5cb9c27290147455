//! Minima and maxima over a range: their normal form, and what they say of their values.
//!
//! `max_over(k, max(f(k), g(k)), lo, hi) = max(max_over(k, f(k), lo, hi), max_over(k, g(k), lo, hi))`, and the range shifted so
//! that the body reads at the variable itself: two that agree up to these become one term. Both hold over an empty range, too,
//! where the value is one unknown number (CLAUSE-12). Over integers and reals only.
//!
//! A guard stands between the body's value and another one, `c`, which takes part where the guard leaves some of the range out:
//! `max_over(k, ite(k <= e, f(k), c), lo, hi)` is `max_over(k, f(k), lo, e)`, with `c` or without, where `lo <= e`. With `k == e` in place of
//! the bound it is `f(e)`, with `c` or without.

use crate::logic::{Combine, FoldKind, Op, Sort, TermId, Terms, VarId};

use super::adjacent;
use super::guarded::{self, Clamped};
use crate::simplify::known::Known;

/// A minimum or maximum over a range of numbers with a body in normal form.
#[derive(Clone, Copy)]
pub struct Extremum {
    term: TermId,
    kind: FoldKind,
    var: VarId,
    range: [TermId; 2],
    body: TermId,
}

impl Extremum {
    pub fn of(terms: &Terms, term: TermId) -> Option<Extremum> {
        let Op::Fold(kind, var) = *terms.op(term) else { return None };
        let [lo, hi, body] = terms.args(term)[..] else { return None };
        (kind.needs_values() && terms.sort(body).is_numeric()).then_some(Extremum {
            term,
            kind,
            var,
            range: [lo, hi],
            body,
        })
    }

    fn over(&self, terms: &mut Terms, body: TermId) -> TermId {
        let [lo, hi] = self.range;
        terms.fold(self.kind, self.var, lo, hi, body)
    }

    /// A body that chooses the larger or the smaller of two values.
    pub fn of_choice(&self, terms: &mut Terms) -> Option<TermId> {
        if let Some(either) = self.of_either(terms) {
            return Some(either);
        }
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

    /// Guard, value and the other value of a body that chooses between a value and one that does not mention the variable.
    fn guarded(&self, terms: &Terms) -> Option<(TermId, TermId, TermId)> {
        let (Op::Ite, &[guard, value, other]) = (terms.op(self.body), terms.args(self.body)) else { return None };
        (!terms.free(other).contains(&self.var)).then_some((guard, value, other))
    }

    /// A body that chooses between the larger of two values and one of them: `ite(g, max(c, v), c)` is `max(c, ite(g, v, c))`.
    fn of_either(&self, terms: &mut Terms) -> Option<TermId> {
        let (guard, value, other) = self.guarded(terms)?;
        let values = terms.args(value).to_vec();
        let [one, two] = values[..] else { return None };
        if *terms.op(value) != operator(self.kind) || (one != other && two != other) {
            return None;
        }
        let rest = if one == other { two } else { one };
        let rest = terms.ite(guard, rest, other);
        let body = terms.combine(self.kind, other, rest);
        Some(self.over(terms, body))
    }

    /// A bound of the variable in the guard is a bound of the range; the other value takes part where that leaves some of it out.
    pub fn clamped(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        let ([lo, hi], inside) = self.inside(terms, known)?;
        let (_, _, other) = self.guarded(terms)?;
        let ends = [terms.eq(lo, self.range[0]), terms.eq(hi, self.range[1])];
        let whole = terms.and(&ends);
        Some(self.beside(terms, known, (whole, inside), other))
    }

    /// The extremum over a part of the range, beside another value, unless the part is the whole.
    pub fn beside(&self, terms: &mut Terms, known: &Known, (whole, part): (TermId, TermId), other: TermId) -> TermId {
        let both = terms.combine(self.kind, other, part);
        match known.decide_by_bounds(terms, whole) {
            Some(true) => part,
            Some(false) => both,
            None => terms.ite(whole, part, both),
        }
    }

    /// A guard that leaves one value of the variable, in the range: the body there, with the other value where the range has more values.
    pub fn picked(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        let (all, value, other) = self.guarded(terms)?;
        let range = guarded::clamp(terms, (self.var, self.range), all, known, false);
        let Clamped::Single { at, inside, guard } = range else { return None };
        if known.decide_by_bounds(terms, inside) != Some(true) {
            return None;
        }
        let value = terms.substitute(value, &[(self.var, at)].into());
        let value = terms.ite(guard, value, other);
        let whole = terms.eq(self.range[0], self.range[1]);
        Some(self.beside(terms, known, (whole, value), other))
    }

    /// What is left of the range by bounds of the variable in the guard, and the extremum over it, if it has values.
    fn inside(&self, terms: &mut Terms, known: &Known) -> Option<([TermId; 2], TermId)> {
        let (all, value, other) = self.guarded(terms)?;
        let range = guarded::clamp(terms, (self.var, self.range), all, known, false);
        let Clamped::Range { lo, hi, guard } = range else { return None };
        let occupied = terms.le(lo, hi);
        if guard == all || known.decide_by_bounds(terms, occupied) != Some(true) {
            return None;
        }
        let body = terms.ite(guard, value, other);
        Some(([lo, hi], terms.fold(self.kind, self.var, lo, hi, body)))
    }

    /// A choice that does not depend on the variable stands outside.
    pub fn lifted(&self, terms: &mut Terms) -> Option<TermId> {
        let (Op::Ite, &[choice, then, other]) = (terms.op(self.body), terms.args(self.body)) else { return None };
        if terms.free(choice).contains(&self.var) {
            return None;
        }
        let (then, other) = (self.over(terms, then), self.over(terms, other));
        Some(terms.ite(choice, then, other))
    }

    /// One extremum in place of extrema over ranges that adjoin (SIMP-25).
    pub fn adjacent(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        let (var, [lo, hi], body) = adjacent::joined(terms, self.kind, self.var, self.range, self.body, known)?;
        Some(terms.fold(self.kind, var, lo, hi, body))
    }

    /// The extremum in the body goes outside (SIMP-29).
    pub fn exchanged(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        adjacent::exchanged(terms, self.kind, self.term, known)
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

/// Of two values of which one is an extremum, that one, where the other is not beyond one of its values.
pub fn beyond_value(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let &[one, two] = terms.args(term) else { return None };
    [(one, two), (two, one)].into_iter().find_map(|(whole, other)| {
        let extremum = Extremum::of(terms, whole)?;
        let occupied = terms.le(extremum.range[0], extremum.range[1]);
        if operator(extremum.kind) != *terms.op(term) || known.decide_by_bounds(terms, occupied) != Some(true) {
            return None;
        }
        let is_within = extremum.range.into_iter().any(|at| {
            let value = terms.substitute(extremum.body, &[(extremum.var, at)].into());
            let ordered = if *terms.op(term) == Op::Max { terms.le(other, value) } else { terms.le(value, other) };
            known.decide_by_bounds(terms, ordered) == Some(true)
        });
        is_within.then_some(whole)
    })
}

/// The larger of `c` and `max_over(k, ite(k <= e, f(k), c), lo, hi)`, to which it does not matter whether the guard leaves some of the
/// range out; and likewise of minima.
pub fn beside_other(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let op = terms.op(term).clone();
    let (mut todo, mut values) = (vec![term], Vec::new());
    while let Some(value) = todo.pop() {
        if *terms.op(value) == op { todo.extend(terms.args(value)) } else { values.push(value) }
    }
    let (at, extremum, inside) = values.iter().enumerate().find_map(|(at, value)| {
        let extremum = Extremum::of(terms, *value).filter(|extremum| operator(extremum.kind) == op)?;
        let (.., other) = extremum.guarded(terms).filter(|(.., other)| values.contains(other))?;
        let (_, inside) = extremum.inside(terms, known)?;
        (other != *value).then_some((at, extremum, inside))
    })?;
    values[at] = inside;
    values.into_iter().reduce(|one, other| terms.combine(extremum.kind, one, other))
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
