//! What sums equal: one sum for each summand of the body, factors that do not mention the variable outside, guards as ranges,
//! and the range shifted so that the body reads at the variable itself.
//!
//! `sum(k, c·f(k + d) + g(k), lo, hi) = c·sum(k, f(k), lo + d, hi + d) + sum(k, g(k), lo, hi)`. Two sums that agree up
//! to linearity and shift become one term. Over integers and reals only; a sum of exact floats is a left fold, which
//! may be shifted and nothing else.

use num_traits::{One, Zero};

use crate::logic::poly::Monomial;
use crate::logic::{FoldKind, Number, Op, Poly, Sort, TermId, Terms, VarId};
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

/// A product of one constant is a power of it.
pub fn power(terms: &mut Terms, term: TermId, known: &Known) -> Option<TermId> {
    let Op::Fold(FoldKind::Prod, var) = *terms.op(term) else { return None };
    let [lo, hi, body] = terms.args(term)[..] else { return None };
    if terms.free(body).contains(&var) || !terms.sort(body).is_numeric() {
        return None;
    }
    let length = length(terms, lo, hi, Sort::Int, known);
    Some(terms.pow(body, length))
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
    if !is_left && !commutes(terms, kind, body) {
        return None;
    }
    let distance = reads_at(terms, var, body, 1).filter(|distance| !distance.is_zero())?;
    let distance = terms.from_poly(&distance, Sort::Int);
    let at = terms.var(var);
    let before = terms.sub(at, distance);
    let body = terms.substitute(body, &[(var, before)].into());
    let (lo, hi) = (terms.add(&[lo, distance]), terms.add(&[hi, distance]));
    Some(terms.fold(kind, var, lo, hi, body))
}

/// A fold that goes through its range from above, where every read of the body is at one number minus the variable.
pub fn mirrored(terms: &mut Terms, term: TermId) -> Option<TermId> {
    let Op::Fold(kind, var) = *terms.op(term) else { return None };
    let [lo, hi, body] = terms.args(term)[..] else { return None };
    if !commutes(terms, kind, body) {
        return None;
    }
    let last = reads_at(terms, var, body, -1)?;
    let last = terms.from_poly(&last, Sort::Int);
    let at = terms.var(var);
    let other = terms.sub(last, at);
    let body = terms.substitute(body, &[(var, other)].into());
    let (lo, hi) = (terms.sub(last, hi), terms.sub(last, lo));
    Some(terms.fold(kind, var, lo, hi, body))
}

/// Whether the order of the values does not matter.
fn commutes(terms: &Terms, kind: FoldKind, body: TermId) -> bool {
    kind == FoldKind::Count || (kind == FoldKind::Sum || kind.needs_values()) && terms.sort(body).is_numeric()
}

/// `d`, where the variable occurs only in arguments `factor * var + d` of applications and powers. It mentions none of the variables that
/// are bound on the way: it has to make sense outside.
fn reads_at(terms: &Terms, var: VarId, body: TermId, factor: i64) -> Option<Poly> {
    let mut search = Reads { terms, var, factor: Number::from(factor), bound: Vec::new(), distance: None };
    if search.fit(body) { search.distance } else { None }
}

struct Reads<'t> {
    terms: &'t Terms,
    var: VarId,
    factor: Number,
    bound: Vec<VarId>,
    distance: Option<Poly>,
}

impl Reads<'_> {
    fn fit(&mut self, term: TermId) -> bool {
        if !self.terms.free(term).contains(&self.var) {
            return true;
        }
        let outside = self.bound.len();
        self.bound.extend(self.terms.op(term).binds());
        let result = self.arguments_fit(term);
        self.bound.truncate(outside);
        result
    }

    fn arguments_fit(&mut self, term: TermId) -> bool {
        let terms = self.terms;
        let is_read = matches!(terms.op(term), Op::Apply(_) | Op::Pow);
        terms.args(term).iter().all(|arg| {
            if !is_read || !terms.free(*arg).contains(&self.var) || terms.sort(*arg) != Sort::Int {
                return *terms.op(*arg) != Op::Var(self.var) && self.fit(*arg);
            }
            let Some(rest) = rest_of(terms, self.var, *arg, &self.factor) else {
                // A read at what another read gives: `a[b[k + d]]`.
                return self.fit(*arg);
            };
            let is_outside =
                rest.atoms().iter().all(|atom| !terms.free(*atom).iter().any(|own| self.bound.contains(own)));
            is_outside && *self.distance.get_or_insert_with(|| rest.clone()) == rest
        })
    }
}

/// `d` of `var + d`.
pub fn distance_from(terms: &Terms, var: VarId, value: TermId) -> Option<Poly> {
    rest_of(terms, var, value, &Number::one())
}

/// `d` of `factor * var + d`.
fn rest_of(terms: &Terms, var: VarId, value: TermId, factor: &Number) -> Option<Poly> {
    let (own, rest): (Vec<_>, Vec<_>) = terms
        .poly(value)
        .terms
        .into_iter()
        .partition(|(monomial, _)| monomial.iter().any(|atom| terms.free(*atom).contains(&var)));
    let is_multiple = matches!(&own[..], [(monomial, times)]
        if times == factor && monomial.len() == 1 && *terms.op(monomial[0]) == Op::Var(var));
    is_multiple.then(|| Poly { terms: rest.into_iter().collect() })
}
