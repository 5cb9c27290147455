//! What sums equal: one sum for each summand of the body, factors that do not mention the variable outside, guards as ranges,
//! and the range shifted so that the body reads at the variable itself.
//!
//! `sum(k, c·f(k + d) + g(k), lo, hi) = c·sum(k, f(k), lo + d, hi + d) + sum(k, g(k), lo, hi)`. Two sums that agree up
//! to linearity and shift become one term. Over integers and reals only; a sum of exact floats is a left fold, which
//! may be shifted and nothing else.

use num_traits::{One, Zero};

use crate::logic::poly::Monomial;
use crate::logic::{FoldKind, Op, Poly, Sort, TermId, Terms, VarId};
use crate::simplify::known::{Known, conjuncts};

use super::adjacent;
use super::guarded::{self, Clamped, Piece};

/// A sum of numbers with a body in normal form.
#[derive(Clone, Copy)]
pub struct Sum {
    term: TermId,
    var: VarId,
    range: [TermId; 2],
    body: TermId,
    sort: Sort,
}

impl Sum {
    pub fn of(terms: &Terms, term: TermId) -> Option<Sum> {
        let Op::Fold(FoldKind::Sum, var) = *terms.op(term) else { return None };
        let [lo, hi, body] = terms.args(term)[..] else { return None };
        let sort = terms.sort(body);
        sort.is_numeric().then_some(Sum { term, var, range: [lo, hi], body, sort })
    }

    fn over(&self, terms: &mut Terms, [lo, hi]: [TermId; 2], body: TermId) -> TermId {
        terms.fold(FoldKind::Sum, self.var, lo, hi, body)
    }

    /// `ite(guard, value, 0)`
    fn under(&self, terms: &mut Terms, guard: TermId, value: TermId) -> TermId {
        let zero = terms.number(Zero::zero(), self.sort);
        terms.ite(guard, value, zero)
    }

    /// Guard and value of a body `ite(guard, value, 0)`.
    fn guarded(&self, terms: &Terms) -> Option<(TermId, TermId)> {
        let (Op::Ite, [guard, value, other]) = (terms.op(self.body), terms.args(self.body)) else { return None };
        terms.poly(*other).is_zero().then_some((*guard, *value))
    }

    /// A sum for each summand of the body, each under its guard: of each piece `ite(guard, value, 0)`.
    pub fn split(&self, terms: &mut Terms) -> Option<TermId> {
        let pieces = guarded::pieces(terms, self.var, self.body).unwrap_or_else(|| {
            let guard = terms.bool(true);
            let single = |(monomial, coefficient)| Poly { terms: [(monomial, coefficient)].into() };
            terms.poly(self.body).terms.into_iter().map(|part| Piece { guard, value: single(part) }).collect()
        });
        let mut total = Poly::zero();
        for Piece { guard, value } in pieces {
            let value = terms.from_poly(&value, self.sort);
            let body = self.under(terms, guard, value);
            let sum = self.over(terms, self.range, body);
            total.add(&terms.poly(sum));
        }
        let total = terms.from_poly(&total, self.sort);
        (total != self.term).then_some(total)
    }

    /// What does not mention the variable goes out of a body of one summand.
    pub fn factored(&self, terms: &mut Terms) -> Option<TermId> {
        let (guard, value) = self.guarded(terms).unwrap_or_else(|| (terms.bool(true), self.body));
        let value = terms.poly(value);
        let [(monomial, coefficient)] = value.terms.iter().collect::<Vec<_>>()[..] else { return None };
        let (inner, outer): (Monomial, Monomial) =
            monomial.iter().copied().partition(|atom| terms.free(*atom).contains(&self.var));
        if outer.is_empty() && coefficient.is_one() {
            return None;
        }
        let inner = terms.from_poly(&Poly { terms: [(inner, One::one())].into() }, self.sort);
        let body = self.under(terms, guard, inner);
        let sum = self.over(terms, self.range, body);
        let factor = Poly { terms: [(outer, coefficient.clone())].into() };
        let product = factor.mul(&terms.poly(sum));
        Some(terms.from_poly(&product, self.sort))
    }

    /// A bound of the variable in the guard is a bound of the range.
    pub fn clamped(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        let (all, value) = self.guarded(terms)?;
        let clamped = guarded::clamp(terms, (self.var, self.range), all, known, false);
        let Clamped::Range { lo, hi, guard } = clamped else { return None };
        if guard == all {
            return None;
        }
        let body = self.under(terms, guard, value);
        Some(self.over(terms, [lo, hi], body))
    }

    /// A guard that leaves one value of the variable; within other sums, one for each value of theirs.
    pub fn picked(&self, terms: &mut Terms, known: &Known, is_within: bool) -> Option<TermId> {
        let (all, value) = self.guarded(terms)?;
        let clamped = guarded::clamp(terms, (self.var, self.range), all, known, is_within);
        let Clamped::Single { at, inside, guard } = clamped else { return None };
        let value = terms.substitute(value, &[(self.var, at)].into());
        let applies = terms.and(&[inside, guard]);
        Some(match known.decide_by_bounds(terms, applies) {
            Some(true) => value,
            Some(false) => terms.number(Zero::zero(), self.sort),
            None => self.under(terms, applies, value),
        })
    }

    /// What the guard says of other things than the variable stands outside.
    pub fn lifted(&self, terms: &mut Terms) -> Option<TermId> {
        let (guard, value) = self.guarded(terms)?;
        let (own, outer): (Vec<TermId>, Vec<TermId>) =
            conjuncts(terms, guard).into_iter().partition(|part| terms.free(*part).contains(&self.var));
        if outer.is_empty() {
            return None;
        }
        let (own, outside) = (terms.and(&own), terms.and(&outer));
        let body = self.under(terms, own, value);
        let sum = self.over(terms, self.range, body);
        Some(self.under(terms, outside, sum))
    }

    /// A body that does not mention the variable, as often as the range has values.
    pub fn constant(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        if terms.free(self.body).contains(&self.var) {
            return None;
        }
        let [lo, hi] = self.range;
        let length = length(terms, lo, hi, self.sort, known);
        Some(terms.mul(self.body, length))
    }

    /// One sum in place of a sum over ranges that adjoin (SIMP-25).
    pub fn adjacent(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        let (var, [lo, hi], body) = adjacent::joined(terms, FoldKind::Sum, self.var, self.range, self.body, known)?;
        Some(terms.fold(FoldKind::Sum, var, lo, hi, body))
    }

    /// The sum in the body goes outside (SIMP-29).
    pub fn exchanged(&self, terms: &mut Terms, known: &Known) -> Option<TermId> {
        adjacent::exchanged(terms, FoldKind::Sum, self.term, known)
    }
}

/// How many values a range has.
fn length(terms: &mut Terms, lo: TermId, hi: TermId, sort: Sort, known: &Known) -> TermId {
    let next = terms.plus(hi, 1);
    let width = terms.sub(next, lo);
    let zero = terms.int(0);
    let natural = terms.le(zero, width);
    let length = match known.decide_by_bounds(terms, natural) {
        Some(true) => width,
        Some(false) => zero,
        None => terms.ite(natural, width, zero),
    };
    if sort == Sort::Real { terms.to_real(length) } else { length }
}

/// A fold with its range and variable shifted, where every read of the body is at the variable plus one distance. Of exact
/// floats, or over a declared operator, it stays a left fold. A product and a count keep their range.
pub fn shifted(terms: &mut Terms, term: TermId) -> Option<TermId> {
    let Op::Fold(kind, var) = *terms.op(term) else { return None };
    let [lo, hi, body] = terms.args(term)[..] else { return None };
    let is_left = matches!(kind, FoldKind::Over(_)) || matches!(terms.sort(body), Sort::Float(_));
    let of_numbers = (kind == FoldKind::Sum || kind.needs_values()) && terms.sort(body).is_numeric();
    let mut distance: Option<Poly> = None;
    if !(is_left || of_numbers || kind == FoldKind::Count)
        || !reads_at(terms, var, body, &mut Vec::new(), &mut distance)
    {
        return None;
    }
    let distance = distance.filter(|distance| !distance.is_zero())?;
    let distance = terms.from_poly(&distance, Sort::Int);
    let at = terms.var(var);
    let before = terms.sub(at, distance);
    let body = terms.substitute(body, &[(var, before)].into());
    let (lo, hi) = (terms.add(&[lo, distance]), terms.add(&[hi, distance]));
    Some(terms.fold(kind, var, lo, hi, body))
}

/// The variable occurs only in arguments `var + distance` of applications, always with the same distance, which mentions
/// none of the variables that are `bound` on the way: it has to make sense outside.
fn reads_at(terms: &Terms, var: VarId, term: TermId, bound: &mut Vec<VarId>, distance: &mut Option<Poly>) -> bool {
    if !terms.free(term).contains(&var) {
        return true;
    }
    let outside = bound.len();
    bound.extend(terms.op(term).binds());
    let result = arguments_read_at(terms, var, term, bound, distance);
    bound.truncate(outside);
    result
}

fn arguments_read_at(
    terms: &Terms,
    var: VarId,
    term: TermId,
    bound: &mut Vec<VarId>,
    distance: &mut Option<Poly>,
) -> bool {
    let is_read = matches!(terms.op(term), Op::Apply(_));
    terms.args(term).iter().all(|arg| {
        if !is_read || !terms.free(*arg).contains(&var) || terms.sort(*arg) != Sort::Int {
            return *terms.op(*arg) != Op::Var(var) && reads_at(terms, var, *arg, bound, distance);
        }
        let Some(rest) = distance_from(terms, var, *arg) else {
            // A read at what another read gives: `a[b[k + d]]`.
            return reads_at(terms, var, *arg, bound, distance);
        };
        let is_outside = rest.atoms().iter().all(|atom| !terms.free(*atom).iter().any(|own| bound.contains(own)));
        is_outside && *distance.get_or_insert_with(|| rest.clone()) == rest
    })
}

/// `d` of `var + d`.
pub fn distance_from(terms: &Terms, var: VarId, value: TermId) -> Option<Poly> {
    let (own, rest): (Vec<_>, Vec<_>) = terms
        .poly(value)
        .terms
        .into_iter()
        .partition(|(monomial, _)| monomial.iter().any(|atom| terms.free(*atom).contains(&var)));
    let unit = matches!(&own[..], [(monomial, factor)]
        if factor.is_one() && monomial.len() == 1 && *terms.op(monomial[0]) == Op::Var(var));
    unit.then(|| Poly { terms: rest.into_iter().collect() })
}
